import { type Bracket, codeBrackets, unmatched } from './code-brackets.ts';
import type { BracketsAround, Surroundings } from './surroundings.ts';

const CLOSER_OF: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Where `text` closes a bracket that it may not close, or -1. It may close its own, and of those open
 * at the cursor as many as are not closed behind it: on the cursor's line, from `lineRest` on, or
 * below. A bracket opened on the cursor's line wants its own kind of closer. What was opened above the
 * text that is known here counts as open. What a line closes and opens again, as `} else {` does,
 * takes nothing from what stands behind the cursor.
 */
export function surplusCloser(text: string, around: Surroundings, lineRest: string): number {
  const own: string[] = [];
  let closed = 0;
  let offset = 0;
  for (const line of text.split('\n')) {
    const isFirst = offset === 0;
    const before = isFirst ? around.linePrefix : '';
    let kept = own.length;
    const closers: Bracket[] = [];
    // Read with what stands around it, a quote finds its partner.
    for (const { char, at } of codeBrackets(before + line + (isFirst ? lineRest : ''))) {
      const index = at - before.length;
      if (index < 0 || index >= line.length) continue;
      const closer = CLOSER_OF[char];
      if (closer !== undefined) own.push(closer);
      else if (own.at(-1) === char) own.pop();
      else if (own.length === 0) closers.push({ char, at: offset + index });
      kept = Math.min(kept, own.length);
    }
    const opened = own.slice(kept);
    const again = openedAgain(closers, opened);
    for (const [index, { char, at }] of closers.entries()) {
      const isOpenedAgain = index >= closers.length - again && isOpen(char, closed + index, around);
      if (!isOpenedAgain && !mayClose(char, closed + index, around.brackets, lineRest)) return at;
    }
    own.splice(kept, again);
    closed += closers.length - again;
    offset += line.length + 1;
  }
  return -1;
}

/** How many of the last closers of a line the brackets that it leaves open stand for, inside out. */
function openedAgain(closers: readonly Bracket[], opened: readonly string[]): number {
  let count = 0;
  while (count < closers.length && closers.at(-1 - count)?.char === opened[count]) count += 1;
  return count;
}

function isOpen(char: string, closed: number, { brackets }: Surroundings): boolean {
  return brackets === null || brackets.open.at(-1 - closed) === char;
}

/** Whether an answer that has closed `closed` brackets around the cursor may close one more. */
function mayClose(
  char: string,
  closed: number,
  around: BracketsAround | null,
  lineRest: string,
): boolean {
  if (around === null) return true;
  const { open, openOnLine, closedBelow, isCut } = around;
  if (closed < openOnLine && open[open.length - 1 - closed] !== char) return false;
  if (isCut) return true;
  if (closed >= open.length) return false;
  const behind = [...unmatched([lineRest]).closed, ...closedBelow];
  const spare = open.length - behind.length;
  // A closer of another kind was written for something that is still to be opened: `for (a of b█`.
  return closed < spare || behind[closed - Math.max(0, spare)] !== char;
}
