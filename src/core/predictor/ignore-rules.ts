import { type Work, WorkExceeded } from './glob-steps.ts';
import { type IgnoreRule, parseIgnoreRule } from './ignore-rule.ts';

/** The .gitignore files of a workspace folder, nested ones included, as git combines them. */
export interface IgnoreRules {
  /**
   * Adds or replaces the rules of `directory`, a path relative to the folder without slash at the end.
   * A rule that cannot be read is dropped alone: the others still say what is not to be learned.
   */
  set(directory: string, rules: string): void;
  /**
   * Whether git would ignore the file at `path`, relative to the folder. True also where that takes too
   * much work to find out: a file not learned costs less than one learned against its rules.
   */
  ignores(path: string): boolean;
}

/** What is beyond these in one file is not read. Lists made by generators have a few hundred rules. */
const MAX_FILE_CHARS = 100_000;
const MAX_RULES = 1000;
/** Deeper or longer paths are generated, and each level may hold rules of its own. */
const MAX_PATH_CHARS = 400;
const MAX_SEGMENTS = 40;
/** About a millisecond. A thousand ordinary rules on a deep path take a quarter of it. */
const MAX_WORK = 200_000;

export function createIgnoreRules(): IgnoreRules {
  const rulesOf = new Map<string, readonly IgnoreRule[]>();
  const directories = new Map<string, boolean>();

  /** Deeper rules have the last word on one level, and so do later ones. */
  function verdict(path: string, isDirectory: boolean): boolean {
    const parts = path.toLowerCase().split('/');
    const places = path.split('/');
    const work: Work = { left: MAX_WORK };
    try {
      for (let depth = parts.length - 1; depth >= 0; depth--) {
        const rules = rulesOf.get(places.slice(0, depth).join('/')) ?? [];
        const below = parts.slice(depth);
        const last = rules.findLast((rule) => rule.matches(below, isDirectory, work));
        if (last !== undefined) return !last.negated;
      }
      return false;
    } catch (error) {
      if (error instanceof WorkExceeded) return true;
      throw error;
    }
  }

  /** Nothing inside an ignored directory can be taken back in. */
  function directoryIgnored(path: string): boolean {
    if (path === '') return false;
    const known = directories.get(path);
    if (known !== undefined) return known;
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const ignored = directoryIgnored(parent) || verdict(path, true);
    directories.set(path, ignored);
    return ignored;
  }

  return {
    set(directory, rules) {
      directories.clear();
      const lines = rules
        .slice(0, MAX_FILE_CHARS)
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/);
      const parsed = lines.flatMap((line) => parseIgnoreRule(line) ?? []);
      rulesOf.set(directory, parsed.slice(0, MAX_RULES));
    },
    ignores(path) {
      if (rulesOf.size === 0) return false;
      if (path.length > MAX_PATH_CHARS || path.split('/').length > MAX_SEGMENTS) return true;
      const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      return directoryIgnored(parent) || verdict(path, false);
    },
  };
}
