import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchEditor } from './open-editor.ts';
import { answerTo, firstLineOf, PAUSE_KEYS, PAUSE_LINES } from './scenario.ts';

/** What one key after a pause led to. */
export interface AskedByKey {
  /** Epoch ms. */
  readonly keyAt: number;
  /** Key press to the first frame with the right ghost text; null when none came in time. */
  readonly shownMs: number | null;
  /** Characters of ghost text in that frame, of those that are right. */
  readonly chars: number;
  readonly ofChars: number;
  /** Other ghost text that was seen after the key. */
  readonly wrong: readonly string[];
}

/** Until what the jump to another line has opened and closed is drawn. */
const GO_SETTLE_MS = 300;

/**
 * Presses the nth key of the pause lines and waits for the right ghost text. Every few keys the cursor
 * goes on to a fresh line.
 */
export async function askByKey(
  { workbench, probe, goBehind }: BenchEditor,
  nth: number,
  timeoutMs: number,
): Promise<AskedByKey> {
  const inLine = nth % PAUSE_KEYS.length;
  const line = PAUSE_LINES[Math.floor(nth / PAUSE_KEYS.length)];
  if (line === undefined) throw new Error(`The document has no line for key ${nth}.`);
  if (inLine === 0) {
    await goBehind(line);
    await sleep(GO_SETTLE_MS);
  }
  const typed = line + PAUSE_KEYS.slice(0, inLine + 1);
  const expected = firstLineOf(answerTo(typed));
  await probe.take();
  await workbench.press(PAUSE_KEYS.charAt(inLine));
  const state = await probe.waitFor(expected, timeoutMs);
  const { keys, states } = await probe.take();
  const keyAt = keys[0]?.at;
  if (keyAt === undefined) throw new Error(`Key ${nth} did not reach the editor.`);
  return {
    keyAt,
    shownMs: state === null ? null : state.at - keyAt,
    chars: state?.text.length ?? 0,
    ofChars: expected.length,
    wrong: states.map(({ text }) => text).filter((text) => !expected.startsWith(text)),
  };
}

/**
 * The first keys, which are not counted: a first request opens the connection, and a first answer is the
 * editor's first ghost text. Throws when nothing comes of them, because then there is nothing to measure.
 */
export async function warmUp(editor: BenchEditor, keys: number, pauseMs: number): Promise<void> {
  const asked: AskedByKey[] = [];
  for (let key = 0; key < keys; key += 1) {
    asked.push(await askByKey(editor, key, 2000));
    await sleep(pauseMs);
  }
  if (asked.every(({ shownMs }) => shownMs === null))
    throw new Error('No ghost text came after any of the first keys.');
}
