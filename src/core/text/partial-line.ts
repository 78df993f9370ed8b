import { wholeCharacters } from '../prompt/document-context.ts';
import { leakedTokenAt, tokenMayBeginAt } from './leaked-token.ts';
import { isTokenLoop } from './loop.ts';
import { suffixOverlap } from './suffix-overlap.ts';
import { surplusCloser } from './surplus-closer.ts';
import type { Surroundings } from './surroundings.ts';
import { sanitize, type Usable } from './usable.ts';

/** Shorter beginnings say too little to be worth a look. */
const MIN_CHARS = 4;
/** The last word, with its accents and joiners, or the last marks: more may belong to them. */
const LAST = /(?:[\p{L}\p{N}\p{M}_$\u200c\u200d]+|[^\p{L}\p{N}_$\s]+)$/u;

/**
 * The beginning of a line that is still being written, cut where a token certainly ends: behind the
 * last word or mark that something has followed, and before what may become a special token. Whatever
 * comes later only extends it. Null where there is a whole line, where too little has come, where code
 * follows on the cursor's line, and where the line is one that would not be shown.
 */
export function partialLine(raw: string, around: Surroundings): PartialLine | null {
  const text = wholeCharacters(sanitize(raw));
  const start = text.search(/\S/);
  if (start < 0 || text.slice(start).includes('\n')) return null;
  if (!/^[)\]}>"'`;,\s]*$/.test(around.lineSuffix)) return null;
  if (isTokenLoop(text) || leakedTokenAt(text, false) >= 0) return null;
  const whole = text.replace(LAST, '').slice(0, tokenMayBeginAt(text)).trimEnd();
  if (whole.trim().length < MIN_CHARS) return null;
  const { text: shown, replaceAfter } = suffixOverlap(whole, around.lineSuffix, around.linePrefix);
  if (shown.trim().length < MIN_CHARS) return null;
  if (surplusCloser(shown, around, around.lineSuffix.slice(replaceAfter)) >= 0) return null;
  return { type: 'text', text: shown, replaceAfter, complete: false };
}

export type PartialLine = Extract<Usable, { type: 'text' }>;
