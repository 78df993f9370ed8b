import { closesBlock } from './closes-block.ts';
import { indentWidth } from './indentation.ts';
import type { Surroundings } from './surroundings.ts';

/** `wait`: the next line will tell. */
export type Repetition = 'no' | 'yes' | 'wait';

export interface LineToCompare {
  /** As it will stand in the document: the first line of an answer with what stands before the cursor. */
  readonly line: string;
  /** The lines of the answer behind it, as far as they have come. */
  readonly lines: readonly string[];
  readonly index: number;
  readonly known: number;
  /** Nothing was kept of the answer before this line. */
  readonly first: boolean;
  readonly finished: boolean;
}

/**
 * Whether an answer begins, with this line, to say what stands below the cursor anyway.
 *
 * 1. A line that is the next one below ends the answer.
 * 2. The first line of an answer may be like it by chance (`/**`, `<div>`, `try {`): there the line
 *    after it must be the one after that, too.
 * 3. A line further down counts when the line after it follows there as well: the model has written
 *    the lines before it anew.
 */
export function repeatsBelow(
  { line, lines, index, known, first, finished }: LineToCompare,
  below: Surroundings['below'],
): Repetition {
  const [nearest, second] = below;
  if (nearest === undefined) return 'no';
  const next = (): string | undefined => {
    for (let at = index + 1; at < known; at += 1) if (lines[at]?.trim() !== '') return lines[at];
    return undefined;
  };
  const confirmed = (expected: string | undefined, unknown: Repetition): Repetition => {
    const said = next();
    if (said === undefined) return finished ? unknown : 'wait';
    return expected !== undefined && isSameLine(said, expected) ? 'yes' : 'no';
  };
  if (isSameLine(line, nearest)) {
    if (!first || second === undefined) return 'yes';
    if (closesBlock(line.trim())) return 'no';
    return confirmed(second, 'yes');
  }
  if (closesBlock(line.trim())) return 'no';
  for (let at = 1; at + 1 < below.length; at += 1) {
    if (isSameLine(line, below[at] ?? '')) return confirmed(below[at + 1], 'no');
  }
  return 'no';
}

export function isSameLine(line: string, other: string): boolean {
  if (line.trim() !== other.trim()) return false;
  return !closesBlock(other.trim()) || indentWidth(line) === indentWidth(other);
}
