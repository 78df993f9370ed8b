import { closesBlock } from './closes-block.ts';
import { unmatched } from './code-brackets.ts';
import { indentWidth } from './indentation.ts';
import { createLineLoop, isTokenLoop } from './loop.ts';
import { opensBlock } from './opens-block.ts';
import { repeatsBelow } from './repeats-below.ts';
import type { Surroundings } from './surroundings.ts';

/** Longest block that is offered at once; what follows it is offered after acceptance. */
export const MAX_BLOCK_LINES = 20;

export interface Cut {
  /** Lines of the answer that may be shown. */
  readonly lines: number;
  /** Nothing that can still come belongs to them. */
  readonly complete: boolean;
  /** What the answer was cut for, if not for its shape. */
  readonly why: 'loop' | 'repeats-suffix' | null;
}

/**
 * How many of the first `known` lines of an answer are the block that was wanted.
 *
 * On a blank line: complete lines until the indentation falls below the cursor's line, or a blank line
 * after the statement that began there has ended. After an opener: the rest of the cursor's line, and if
 * that leaves something open, the deeper lines below it with the closer at the end. After the mark of
 * a comment: the comment. Two blank lines, a line that stands below anyway, a loop and the cap end
 * every block.
 *
 * Each line is judged by what stands above it; where that cannot tell yet, it is held back. So what
 * was shown never changes.
 */
export function block(
  lines: readonly string[],
  known: number,
  finished: boolean,
  around: Surroundings,
): Cut {
  const base = indentWidth(around.indent);
  const shape = around.comment !== '' ? comment : around.linePrefix.trim() === '' ? blank : opened;
  const loop = createLineLoop();
  let written = false;
  let heldFrom = known;
  for (let index = 0; index < known; index += 1) {
    const line = lines[index] ?? '';
    const whole = index === 0 ? around.linePrefix + line : line;
    if (index >= MAX_BLOCK_LINES) return { lines: index, complete: true, why: null };
    if (line.trim() === '') {
      const isSecond = index > 0 && (lines[index - 1] ?? '').trim() === '';
      if (written && (isSecond || shape.endsAtBlank(lines, index, base))) return end(index);
      loop.add(whole);
      continue;
    }
    if (isTokenLoop(line)) return { lines: index, complete: true, why: 'loop' };
    const comparison = { line: whole, lines, index, known, first: !written, finished };
    const repetition = repeatsBelow(comparison, around.below);
    if (repetition === 'yes') return { lines: index, complete: true, why: 'repeats-suffix' };
    if (repetition === 'wait') return { lines: index, complete: false, why: null };
    const verdict =
      index === 0 ? shape.first(whole) : shape.later(lines, index, { base, mark: around.comment });
    if (verdict === 'outside') return end(index);
    const { found, from } = loop.add(whole);
    if (found) return { lines: from, complete: true, why: 'loop' };
    heldFrom = from > index ? known : Math.min(heldFrom, from);
    written = true;
    if (verdict === 'last') return end(index + 1);
  }
  return finished ? end(known) : { lines: Math.min(known, heldFrom), complete: false, why: null };
}

const end = (lines: number): Cut => ({ lines, complete: true, why: null });

/** `last`: the line belongs to the block and ends it. */
type Verdict = 'inside' | 'outside' | 'last';

interface Shape {
  /** Of the cursor's line, as it will be. */
  first(line: string): Verdict;
  later(lines: readonly string[], index: number, cursor: { base: number; mark: string }): Verdict;
  endsAtBlank(lines: readonly string[], index: number, base: number): boolean;
}

const blank: Shape = {
  first: () => 'inside',
  later(lines, index, { base }) {
    const line = lines[index] ?? '';
    const width = indentWidth(line);
    // A lone closer ends the block around the cursor; anything else is beyond it.
    if (closesBlock(line.trim())) return width < base ? 'last' : 'inside';
    if (width < base) return 'outside';
    const isAfterBlank = (lines[index - 1] ?? '').trim() === '';
    return width === base && isAfterBlank && isWhole(lines, index - 1) ? 'outside' : 'inside';
  },
  endsAtBlank(lines, index, base) {
    const before = lines[index - 1] ?? '';
    const isAtBase = index === 1 || indentWidth(before) <= base;
    return isAtBase && !opensBlock(before) && isWhole(lines, index);
  },
};

const opened: Shape = {
  first: (line) => (leavesOpen(line) ? 'inside' : 'last'),
  later(lines, index, { base }) {
    const line = lines[index] ?? '';
    const width = indentWidth(line);
    if (width > base) return 'inside';
    const isCloser = width === base && (/^[)\]}]/.test(line.trim()) || closesBlock(line.trim()));
    if (!isCloser) return 'outside';
    return opensBlock(line) ? 'inside' : 'last';
  },
  endsAtBlank: () => false,
};

const comment: Shape = {
  first: (line) => (line.includes('*/') ? 'last' : 'inside'),
  later(lines, index, { mark }) {
    const text = (lines[index] ?? '').trim();
    if (!text.startsWith(mark)) return 'outside';
    return mark === '*' && text.includes('*/') ? 'last' : 'inside';
  },
  endsAtBlank: () => true,
};

/** Whether something was written in the first lines, and every bracket opened there is closed. */
function isWhole(lines: readonly string[], count: number): boolean {
  const written = lines.slice(0, count);
  return written.some((line) => line.trim() !== '') && unmatched(written).open.length === 0;
}

function leavesOpen(line: string): boolean {
  return opensBlock(line) || unmatched([line]).open.length > 0;
}
