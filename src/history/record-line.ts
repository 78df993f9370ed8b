import { type JournalRecord, RECORD_VERSION } from '../core/record.ts';
import { fromRead, toWritten } from './record-schema.ts';

// A race of 64 lanes, each with a full curve and a name of 200 escaped characters, takes 210 KB;
// whatever is longer was not written by us.
const MAX_LINE_CHARS = 256 * 1024;

/** One JSON line with its line feed, or null for a record whose fields are out of bounds. */
export function encodeRecord(record: JournalRecord): string | null {
  const written = toWritten(record);
  return written === null ? null : `${JSON.stringify(written)}\n`;
}

/** `newer`: from a version of First Token that this one does not know. */
export type DecodedLine =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  | { readonly kind: 'newer' | 'damaged' };

/** Reads one line of a journal, without its line feed. Never throws. */
export function decodeLine(line: string): DecodedLine {
  if (line.length > MAX_LINE_CHARS) return { kind: 'damaged' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'damaged' };
  }
  const record = fromRead(value);
  if (record !== null) return { kind: 'record', record };
  const version = typeof value === 'object' && value !== null && 'v' in value ? value.v : undefined;
  const newer = typeof version === 'number' && version > RECORD_VERSION;
  return { kind: newer ? 'newer' : 'damaged' };
}
