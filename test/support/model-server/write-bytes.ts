import type { Serving } from './answer.ts';
import type { Script } from './script.ts';
import { sleepUntil } from './sleep-until.ts';

/**
 * Writes one event, in as many TCP segments as the script asks for. `onLast` is called as the last one is
 * written: before it nobody can read the event.
 */
export async function writeBytes(
  event: string | Uint8Array,
  serving: Serving,
  onLast: () => void = () => {},
): Promise<void> {
  const { script, response, entry, gone } = serving;
  if (gone.aborted) return;
  const bytes = Buffer.from(event);
  entry.headersSentMs ??= performance.now();
  entry.bytes += bytes.length;
  const parts = segments(bytes, script);
  for (const segment of parts) {
    if (gone.aborted) return;
    if (segment === parts.at(-1)) onLast();
    response.write(segment);
    // Node joins what is written in one turn into one TCP segment.
    if (segment.length < bytes.length)
      await sleepUntil(performance.now() + (script.dripMs ?? 1), gone);
  }
}

function segments(bytes: Buffer, script: Script): readonly Buffer[] {
  if (script.dripMs !== undefined) {
    return Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1));
  }
  if (!script.splitUtf8) return [bytes];
  const continuation = bytes.findIndex((byte) => (byte & 0xc0) === 0x80);
  const at = continuation < 0 ? Math.floor(bytes.length / 2) : continuation;
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
