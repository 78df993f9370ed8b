import { parseGlob, type Step, type Work, walk } from './glob-steps.ts';

/** One line of a .gitignore. */
export interface IgnoreRule {
  /** A line that begins with `!` takes back in what earlier lines ignored. */
  readonly negated: boolean;
  /** `segments`: the path below the .gitignore's directory, in lower case. Throws what `walk` throws. */
  matches(segments: readonly string[], isDirectory: boolean, work: Work): boolean;
}

/** Longer than any rule that a person wrote. */
const MAX_RULE_CHARS = 200;

/**
 * The rule on one line as gitignore(5) has it, or null when there is none: a comment, a blank line, a pattern
 * that git gives up on, or one beyond 200 characters. Letters match in either case, as they do
 * where file systems ignore case; elsewhere this ignores a little more than git.
 */
export function parseIgnoreRule(line: string): IgnoreRule | null {
  if (line.length > MAX_RULE_CHARS || line.startsWith('#')) return null;
  const negated = line.startsWith('!');
  const trimmed = trimEnd(negated ? line.slice(1) : line);
  const forDirectories = trimmed.endsWith('/');
  const path = forDirectories ? trimmed.slice(0, -1) : trimmed;
  const anchored = path.includes('/');
  const segments = path.replace(/^\//, '').toLowerCase().split('/');
  if (segments.join('') === '') return null;

  const steps: Step<string>[] = [];
  for (const segment of segments) {
    if (anchored && /^\*\*+$/.test(segment)) {
      steps.push('run');
      continue;
    }
    const glob = parseGlob(segment);
    if (glob === null) return null;
    steps.push((name, work) => walk(glob, name, work));
  }
  // `a/**` means what is in a, and not a.
  if (anchored && steps.at(-1) === 'run') steps.push(() => true);
  return {
    negated,
    matches: (path, isDirectory, work) =>
      (isDirectory || !forDirectories) &&
      // Without a slash the name counts at any depth.
      walk(steps, anchored ? path : path.slice(-1), work),
  };
}

/** Drops spaces at the end, unless a backslash keeps them. */
function trimEnd(line: string): string {
  const trimmed = line.trimEnd();
  const backslashes = /\\*$/.exec(trimmed)?.[0].length ?? 0;
  return backslashes % 2 === 1 ? line.slice(0, trimmed.length + 1) : trimmed;
}
