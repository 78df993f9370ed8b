import { codeBrackets, unmatched } from './code-brackets.ts';
import type { BracketsAround, Surroundings } from './surroundings.ts';

const CLOSER_OF: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Where `text` closes a bracket that it may not close, or -1. It may close its own, and of those open
 * at the cursor as many as are not closed behind it: on the cursor's line, from `lineRest` on, or
 * below. A bracket opened on the cursor's line wants its own kind of closer. What was opened above the
 * text that is known here counts as open.
 */
export function surplusCloser(text: string, around: Surroundings, lineRest: string): number {
  const own: string[] = [];
  let closed = 0;
  let offset = 0;
  for (const line of text.split('\n')) {
    const isFirst = offset === 0;
    const before = isFirst ? around.linePrefix : '';
    // Read with what stands around it, a quote finds its partner.
    for (const { char, at } of codeBrackets(before + line + (isFirst ? lineRest : ''))) {
      const index = at - before.length;
      if (index < 0 || index >= line.length) continue;
      const closer = CLOSER_OF[char];
      if (closer !== undefined) own.push(closer);
      else if (own.at(-1) === char) own.pop();
      else if (own.length === 0) {
        if (!mayClose(char, closed, around.brackets, lineRest)) return offset + index;
        closed += 1;
      }
    }
    offset += line.length + 1;
  }
  return -1;
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
