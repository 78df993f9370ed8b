import ignore, { type Ignore } from 'ignore';

/** The .gitignore files of a workspace folder, nested ones included, as git combines them. */
export interface IgnoreRules {
  /** Adds or replaces the rules of `directory`, a path relative to the folder without slash at the end. */
  set(directory: string, rules: string): void;
  /** Whether git would ignore the file at `path`, relative to the folder. */
  ignores(path: string): boolean;
}

/** Longer rules are not rules. */
const MAX_RULES_CHARS = 100_000;

export function createIgnoreRules(): IgnoreRules {
  const rulesOf = new Map<string, Ignore>();
  const directories = new Map<string, boolean>();

  /** Deeper rules have the last word on one level. */
  function verdict(path: string, isDirectory: boolean): boolean {
    const parts = path.split('/');
    let ignored = false;
    for (let depth = 0; depth < parts.length; depth++) {
      const rules = rulesOf.get(parts.slice(0, depth).join('/'));
      if (rules === undefined) continue;
      const relative = parts.slice(depth).join('/') + (isDirectory ? '/' : '');
      const result = rules.test(relative);
      if (result.ignored) ignored = true;
      else if (result.unignored) ignored = false;
    }
    return ignored;
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
      rulesOf.set(directory, ignore().add(rules.slice(0, MAX_RULES_CHARS)));
    },
    ignores(path) {
      if (rulesOf.size === 0 || !ignore.isPathValid(path)) return false;
      const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      return directoryIgnored(parent) || verdict(path, false);
    },
  };
}
