import { wholeCharacters } from '../prompt/document-context.ts';
import { suffixOverlap } from './suffix-overlap.ts';
import { type Surroundings, sanitize, type Usable } from './usable.ts';

/** Shorter beginnings say too little to be worth a look. */
const MIN_CHARS = 4;

/**
 * The beginning of a line that is still being written, cut where a token certainly ends: behind the
 * last word or mark that something has followed. Whatever comes later only extends it. Null where
 * there is a whole line, where too little has come, or where code follows on the cursor's line.
 */
export function partialLine(raw: string, around: Surroundings): PartialLine | null {
  const text = wholeCharacters(sanitize(raw));
  const start = text.search(/\S/);
  if (start < 0 || text.slice(start).includes('\n')) return null;
  if (!/^[)\]}>"'`;,\s]*$/.test(around.lineSuffix)) return null;
  // Another letter may still belong to the last word, and another mark to the last operator.
  const whole = text.replace(/(?:[\p{L}\p{N}_$]+|[^\p{L}\p{N}_$\s]+)$/u, '').trimEnd();
  if (whole.trim().length < MIN_CHARS) return null;
  const fitted = suffixOverlap(whole, around.lineSuffix, around.linePrefix);
  if (fitted.text.trim().length < MIN_CHARS) return null;
  return { type: 'text', ...fitted, complete: false };
}

export type PartialLine = Extract<Usable, { type: 'text' }>;
