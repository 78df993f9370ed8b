/** One item that a step accepts, or any run of items, the empty one included. */
export type Step<T> = ((item: T, work: Work) => boolean) | 'run';

/** Comparisons that may still be made. */
export interface Work {
  left: number;
}

/** The work allowed for one path is used up; whether it matches is not known. */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded';
}

/**
 * Whether the steps take in all items. Only the last run is ever extended: had an earlier one to be
 * longer, the steps after it would have had to match later, where the last run looks as well. So the
 * cost is at most steps times items, where a regular expression's grows with the number of
 * runs in the exponent. Throws `WorkExceeded`.
 */
export function walk<T>(steps: readonly Step<T>[], items: ArrayLike<T>, work: Work): boolean {
  let step = 0;
  let item = 0;
  let lastRun = -1;
  let runEnd = 0;
  while (item < items.length) {
    work.left -= 1;
    if (work.left < 0) throw new WorkExceeded();
    const next = steps[step];
    if (next === 'run') {
      lastRun = step;
      runEnd = item;
      step += 1;
    } else if (next?.(items[item] as T, work)) {
      step += 1;
      item += 1;
    } else if (lastRun >= 0) {
      runEnd += 1;
      item = runEnd;
      step = lastRun + 1;
    } else {
      return false;
    }
  }
  while (steps[step] === 'run') step += 1;
  return step === steps.length;
}

/** The pattern of one name, in lower case, as steps over its characters; null when git would match nothing with it. */
export function parseGlob(pattern: string): Step<string>[] | null {
  const steps: Step<string>[] = [];
  for (let at = 0; at < pattern.length; at++) {
    let char = pattern.charAt(at);
    if (char === '*') {
      if (steps.at(-1) !== 'run') steps.push('run');
    } else if (char === '?') {
      steps.push(() => true);
    } else if (char === '[') {
      const bracket = parseBracket(pattern, at + 1);
      if (bracket === null) return null;
      steps.push(bracket.accepts);
      at = bracket.end;
    } else {
      if (char === '\\') {
        at += 1;
        if (at === pattern.length) return null;
        char = pattern.charAt(at);
      }
      const literal = char;
      steps.push((item) => item === literal);
    }
  }
  return steps;
}

interface Bracket {
  readonly accepts: (item: string) => boolean;
  /** Where the closing bracket stands. */
  readonly end: number;
}

/** Names are in lower case by now, so [:upper:] accepts what [:lower:] does. */
const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[0-9a-z]/],
  ['alpha', /[a-z]/],
  ['blank', /[ \t]/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this class is the control characters.
  ['cntrl', /[\x00-\x1f\x7f]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[ \t\n\r]/],
  ['upper', /[a-z]/],
  ['xdigit', /[0-9a-f]/],
]);

/** `start`: after the opening bracket. A closing one that comes first is a member. */
function parseBracket(pattern: string, start: number): Bracket | null {
  const negated = /[!^]/.test(pattern.charAt(start));
  const first = negated ? start + 1 : start;
  const members: ((item: string) => boolean)[] = [];
  for (let at = first; at < pattern.length; at++) {
    const named = /^\[:([a-z]*):\]/.exec(pattern.slice(at, at + 12));
    if (pattern.charAt(at) === ']' && at > first) {
      return { accepts: (item) => members.some((is) => is(item)) !== negated, end: at };
    }
    if (named !== null) {
      const characters = CLASSES.get(named[1] ?? '');
      if (characters === undefined) return null;
      members.push((item) => characters.test(item));
      at += named[0].length - 1;
      continue;
    }
    if (pattern.charAt(at) === '\\') at += 1;
    const from = pattern.charAt(at);
    const after = pattern.charAt(at + 2);
    members.push((item) => item === from);
    if (pattern.charAt(at + 1) === '-' && after !== '' && after !== ']') {
      at += after === '\\' ? 3 : 2;
      const to = pattern.charAt(at);
      members.push((item) => item >= from && item <= to);
    }
  }
  return null;
}
