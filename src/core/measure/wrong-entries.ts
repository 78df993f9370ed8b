import type { PanelSnapshot } from '../protocol.ts';

const SETTING = 'firstToken.models';
/** How every sentence about an entry that cannot be used begins: by its id, else by its position. */
const LEFT_OUT = /^(?:Model ".*"|Entry (\d+) of \S+) is left out: /;

/**
 * Which entries of `firstToken.models` are left out, as a clause such as `the entry "qwen" is wrong`;
 * null when none is. `name` makes an id fit for a sentence.
 */
export function wrongEntries(
  problems: PanelSnapshot['problems'],
  name: (id: string) => string,
): string | null {
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const leftOut = warnings.filter(({ detail }) => LEFT_OUT.test(detail));
  const [first] = leftOut;
  if (first === undefined) {
    // A value that is no list has no entries to count.
    return warnings.some(({ title }) => title === SETTING) ? `${SETTING} is wrong` : null;
  }
  if (leftOut.length > 1) return `${leftOut.length} entries of ${SETTING} are wrong`;
  const position = LEFT_OUT.exec(first.detail)?.[1];
  return position === undefined
    ? `the entry "${name(first.title)}" is wrong`
    : `entry ${position} of ${SETTING} is wrong`;
}
