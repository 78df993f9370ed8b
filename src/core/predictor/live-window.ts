import type { CompletionRequest } from '../request.ts';
import { MAX_CONTEXT } from './chain-index.ts';
import { encode, releaseTokens } from './encode.ts';
import { OPAQUE, type Vocabulary } from './vocabulary.ts';

/** What is read around the cursor; beyond it the learned copy of the document speaks. */
const MAX_ABOVE_CHARS = 24_000;
const MAX_BELOW_CHARS = 8_000;
/** The start of the window above moves in steps, so that most keystrokes find it where it was. */
const STEP_CHARS = 8_000;
/** A longer line is not source that a person is completing. */
export const MAX_LINE_CHARS = 1_000;
const MAX_HITS = 64;

/** The live text around the cursor as tokens. */
export interface LiveWindow {
  /** Tokens above the cursor's line, from a line start; ends in a line break. */
  readonly above: readonly number[];
  /** Tokens of the line up to the cursor, without the blanks and the word at the cursor itself. */
  readonly line: readonly number[];
  /** Tokens of the lines below. */
  readonly below: readonly number[];
}

export interface LiveWindowReader {
  /**
   * Reads the request. The tokens stay valid until the next call. `typed` is the part of the line to
   * encode: from its start to where prediction takes over.
   */
  read(request: CompletionRequest, typed: string): LiveWindow;
  /** Gives the tokens back. */
  clear(): void;
}

/** The text of the prefix before the cursor's line, and that line up to the cursor. */
export function splitLine(prefix: string): { above: string; typed: string } {
  const start = Math.max(prefix.lastIndexOf('\n'), prefix.lastIndexOf('\r')) + 1;
  return { above: prefix.slice(0, start), typed: prefix.slice(start) };
}

/** The text of the suffix up to the end of the cursor's line, and the lines below. */
export function splitRest(suffix: string): { rest: string; below: string } {
  const end = suffix.search(/[\r\n]/);
  return end < 0
    ? { rest: suffix, below: '' }
    : { rest: suffix.slice(0, end), below: suffix.slice(end).replace(/^\r?\n|^\r/, '') };
}

/**
 * Tokens of the text around the cursor, kept between keystrokes: while a line is typed only that line
 * is read again, and a finished line is added to what was known above.
 */
export function createLiveWindowReader(vocabulary: Vocabulary): LiveWindowReader {
  let aboveText = '';
  let above: number[] = [];
  let belowText = '';
  let below: number[] = [];
  let line: number[] = [];

  return {
    read(request, typed) {
      const nextAbove = tailInSteps(splitLine(request.prefix).above);
      if (nextAbove !== aboveText) {
        if (aboveText !== '' && nextAbove.startsWith(aboveText)) {
          above = above.concat(encode(nextAbove.slice(aboveText.length), vocabulary, true));
        } else {
          releaseTokens(above, vocabulary);
          above = encode(nextAbove, vocabulary, true);
        }
        aboveText = nextAbove;
      }
      const nextBelow = headOf(splitRest(request.suffix).below);
      if (nextBelow !== belowText) {
        releaseTokens(below, vocabulary);
        below = encode(nextBelow, vocabulary, true);
        belowText = nextBelow;
      }
      releaseTokens(line, vocabulary);
      line = encode(typed, vocabulary, true);
      return { above, line, below };
    },
    clear() {
      for (const tokens of [above, below, line]) releaseTokens(tokens, vocabulary);
      aboveText = '';
      belowText = '';
      above = [];
      below = [];
      line = [];
    },
  };
}

/** Visits the places in `tokens` that match the end of `context`, nearest to the end first. */
export function collectNear(
  tokens: readonly number[],
  context: readonly number[],
  visit: (token: number, matched: number) => void,
): void {
  const last = context.length - 1;
  const wanted = (context[last] ?? 0) >> 1;
  if (wanted === OPAQUE) return;
  let hits = 0;
  for (let i = tokens.length - 1; i > 0 && hits < MAX_HITS; i--) {
    if ((tokens[i - 1] ?? 0) >> 1 !== wanted) continue;
    const most = Math.min(MAX_CONTEXT, context.length, i);
    let matched = 1;
    while (matched < most) {
      const lexeme = (tokens[i - 1 - matched] ?? 0) >> 1;
      if (lexeme !== (context[last - matched] ?? 0) >> 1 || lexeme === OPAQUE) break;
      matched++;
    }
    visit(tokens[i] ?? 0, matched);
    hits++;
  }
}

function tailInSteps(text: string): string {
  if (text.length <= MAX_ABOVE_CHARS) return text;
  const from = Math.ceil((text.length - MAX_ABOVE_CHARS) / STEP_CHARS) * STEP_CHARS;
  return text.slice(text.indexOf('\n', from) + 1 || from);
}

function headOf(text: string): string {
  if (text.length <= MAX_BELOW_CHARS) return text;
  return text.slice(0, text.lastIndexOf('\n', MAX_BELOW_CHARS) + 1 || MAX_BELOW_CHARS);
}
