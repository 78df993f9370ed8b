import { wholeCharacters } from '../prompt/document-context.ts';
import { block, type Cut } from './block.ts';
import { closesBlock } from './closes-block.ts';
import { endsInOwnQuote } from './ends-in-own-quote.ts';
import { leakedTokenAt } from './leaked-token.ts';
import { withLineFeeds } from './line-feeds.ts';
import { isTokenLoop } from './loop.ts';
import { isSameLine } from './repeats-below.ts';
import { suffixOverlap } from './suffix-overlap.ts';
import { surplusCloser } from './surplus-closer.ts';
import type { Surroundings } from './surroundings.ts';

export type Usable =
  | {
      readonly type: 'text';
      readonly text: string;
      /** Characters after the cursor, on its line, that the text already contains and replaces. */
      readonly replaceAfter: number;
      /** False while more lines of a wanted block may still come. */
      readonly complete: boolean;
    }
  | { readonly type: 'none'; readonly why: NothingUsable };

/**
 * `pending`: a line is still to come. Of the others each is the rule by which nothing of the answer is
 * left.
 */
export type NothingUsable =
  | 'pending'
  | 'empty'
  | 'repeats-suffix'
  | 'loop'
  | 'leaked-token'
  | 'unbalanced';

/** Twenty lines of 200 characters. What comes after them is not read. */
export const MAX_ANSWER_CHARS = 4000;

/**
 * The part of a raw answer that may be shown now. Text is only ever cut at a line end or for good, so
 * what was shown never changes when more arrives: it can only be extended.
 */
export function usable(raw: string, finished: boolean, around: Surroundings): Usable {
  const clean = wholeCharacters(sanitize(raw.slice(0, MAX_ANSWER_CHARS)));
  const leakAt = leakedTokenAt(clean, finished);
  const answer = leakAt < 0 ? clean : beforeToken(clean.slice(0, leakAt), around.linePrefix);
  const isTooLong = leakAt < 0 && raw.length > MAX_ANSWER_CHARS;
  const ended = finished || leakAt >= 0 || isTooLong;
  const lines = answer.split('\n');
  const known = ended && !isTooLong ? lines.length : lines.length - 1;

  const cut = around.multiline
    ? block(lines, known, ended, around)
    : oneLine(lines, known, ended, around);
  const text = lines.slice(0, cut.lines).join('\n');
  if (text.trim() === '') {
    const why = cut.why ?? (leakAt >= 0 ? 'leaked-token' : 'empty');
    return { type: 'none', why: cut.complete ? why : 'pending' };
  }
  // A block of one line that stands below: what made it more than that was cut off.
  if (!text.trimEnd().includes('\n') && isBelow(around.linePrefix + text, around)) {
    return { type: 'none', why: cut.complete ? 'repeats-suffix' : 'pending' };
  }
  const fitted = fitIn(text, around);
  if (fitted.why !== null) return { type: 'none', why: fitted.why };
  const { text: shown, replaceAfter } = fitted;
  return { type: 'text', text: shown, replaceAfter, complete: cut.complete || fitted.isCut };
}

/** A line that a token has broken off in a string is no line: what is left would open a quote. */
function beforeToken(text: string, linePrefix: string): string {
  if (!endsInOwnQuote(text, linePrefix)) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf('\n')));
}

/** Control characters have no place in code that a person is asked to accept; nor do bidi overrides. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

export function sanitize(raw: string): string {
  return withLineFeeds(raw).replace(FORBIDDEN, '');
}

/**
 * One line: to the end of the first line with content. A leading line break is kept only where the
 * cursor's line ends at the cursor; elsewhere the model says that nothing belongs here.
 */
function oneLine(
  lines: readonly string[],
  known: number,
  ended: boolean,
  around: Surroundings,
): Cut {
  const at = lines.findIndex((line) => line.trim() !== '');
  if (around.lineSuffix.trim() !== '' && (at < 0 ? known : at) > 0) {
    return { lines: 0, complete: true, why: null };
  }
  const line = lines[at] ?? '';
  if (at >= 0 && isTokenLoop(line)) return { lines: at, complete: true, why: 'loop' };
  if (at < 0 || at >= known) return { lines: 0, complete: ended, why: null };
  const isRepeated = at > 0 && isBelow(line, around);
  return {
    lines: isRepeated ? at : at + 1,
    complete: true,
    why: isRepeated ? 'repeats-suffix' : null,
  };
}

/** Whether a line is the next one below. Of a closer the brackets tell whether another is needed. */
function isBelow(line: string, { below: [next] }: Surroundings): boolean {
  return next !== undefined && isSameLine(line, next) && !closesBlock(next.trim());
}

type Fitted =
  | {
      readonly why: null;
      readonly text: string;
      readonly replaceAfter: number;
      /** Nothing may follow what was cut off. */
      readonly isCut: boolean;
    }
  | { readonly why: NothingUsable };

/** Fits the text to what follows on the cursor's line, and to the brackets around it. */
function fitIn(raw: string, around: Surroundings): Fitted {
  const { lineSuffix, linePrefix } = around;
  // White space before a word that follows belongs to the answer: `f(█b)` is completed by `a, `.
  const trimmed = (text: string) => (/^[^\s)\]}>;,]/.test(lineSuffix) ? text : text.trimEnd());
  let text = trimmed(raw);
  let overlap = suffixOverlap(text, lineSuffix, linePrefix);
  // Where the tail was said twice, one cut leaves another.
  while (overlap.text !== text) {
    text = trimmed(overlap.text);
    overlap = suffixOverlap(text, lineSuffix, linePrefix);
  }
  if (text.trim() === '') return { why: 'repeats-suffix' };
  const { replaceAfter } = overlap;
  const at = surplusCloser(text, around, lineSuffix.slice(replaceAfter));
  if (at < 0) return { why: null, text, replaceAfter, isCut: false };
  const balanced = withoutSurplus(text, at, around);
  if (balanced.trim() === '') return { why: 'unbalanced' };
  // With fewer closers it may contain less of what follows.
  const fitted = fitIn(balanced, around);
  return fitted.why === null ? { ...fitted, isCut: true } : fitted;
}

/**
 * Text without the closer at `at` that nothing needs: up to it where only closers follow on its line;
 * without that line where code follows, which cannot be right either.
 */
function withoutSurplus(text: string, at: number, { below: [next] }: Surroundings): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const isTail = /^[)\]};,\s]*(?:\n|$)/.test(text.slice(at));
  // What is left of a line of closers may be the one below.
  const isBelow =
    lineStart > 0 && next !== undefined && isSameLine(text.slice(lineStart, at), next);
  return text.slice(0, isTail && !isBelow ? at : lineStart).trimEnd();
}
