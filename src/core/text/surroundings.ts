import type { CompletionRequest } from '../request.ts';
import { unmatched } from './code-brackets.ts';
import { commentMark } from './comment-mark.ts';
import { isProse } from './is-prose.ts';
import { withLineFeeds } from './line-feeds.ts';

/** What surrounds the cursor, as far as it decides how much of an answer may be shown. */
export interface Surroundings {
  /** Text between the beginning of the cursor's line and the cursor. */
  readonly linePrefix: string;
  /** Text between the cursor and the end of its line. */
  readonly lineSuffix: string;
  /** The next non-blank lines below the cursor's line, at most four, with their indentation. */
  readonly below: readonly string[];
  /** Leading white space of the cursor's line, up to the cursor. */
  readonly indent: string;
  readonly multiline: boolean;
  /** The mark of a comment that consists of nothing else yet and goes on from the line above. */
  readonly comment: string;
  /** Null where brackets need not match. */
  readonly brackets: BracketsAround | null;
}

export interface BracketsAround {
  /** The closers that the brackets open at the cursor need, outermost first. */
  readonly open: readonly string[];
  /** How many of them, the last ones, were opened on the cursor's line. */
  readonly openOnLine: number;
  /** Closers below the cursor's line of brackets that are open at the cursor, in order. */
  readonly closedBelow: readonly string[];
  /** Brackets may be open that the text before the cursor begins too late to show. */
  readonly isCut: boolean;
}

/** One more than a repetition needs to be told from chance twice. */
const LINES_BELOW = 4;

/** Reads off the request what surrounds its cursor. */
export function surroundings(
  request: Pick<CompletionRequest, 'prefix' | 'suffix' | 'multiline' | 'languageId'>,
): Surroundings {
  const { prefix, suffix } = request;
  const above = withLineFeeds(lastLines(prefix)).split('\n');
  const linePrefix = above.at(-1) ?? '';
  const [lineSuffix = '', ...below] = withLineFeeds(suffix).split('\n');
  let brackets: BracketsAround | null = null;
  return {
    linePrefix,
    lineSuffix,
    below: firstWritten(below),
    indent: /^\s*/.exec(linePrefix)?.[0] ?? '',
    multiline: request.multiline,
    comment: commentMark(above),
    // Read only when an answer closes a bracket that it did not open.
    get brackets() {
      if (isUnbalanced(request.languageId)) return null;
      brackets ??= bracketsAround(withLineFeeds(prefix).split('\n'), below);
      return brackets;
    },
  };
}

/** In a shell, `case` has closers that nothing opened. */
function isUnbalanced(languageId: string): boolean {
  return languageId === 'shellscript' || isProse(languageId);
}

function firstWritten(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of lines) {
    if (line.trim() !== '') found.push(line.trimEnd());
    if (found.length === LINES_BELOW) break;
  }
  return found;
}

/** The cursor's line and the one above it: a window of 100 000 characters is not split at every key. */
function lastLines(prefix: string): string {
  const lineStart = prefix.lastIndexOf('\n');
  const from = lineStart <= 0 ? -1 : prefix.lastIndexOf('\n', lineStart - 1);
  return prefix.slice(from + 1);
}

function bracketsAround(above: readonly string[], below: readonly string[]): BracketsAround {
  const { open } = unmatched(above);
  const onLine = unmatched(above.slice(-1)).open.length;
  const firstLine = above.find((line) => line.trim() !== '') ?? '';
  return {
    open,
    openOnLine: Math.min(onLine, open.length),
    closedBelow: unmatched(below).closed,
    // A window that begins on an indented line was cut out of a block.
    isCut: above.length > 1 && /^\s/.test(firstLine),
  };
}
