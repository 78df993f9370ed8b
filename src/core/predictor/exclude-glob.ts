import { GENERATED_DIRECTORIES } from './file-filter.ts';

/** A workspace may bring settings of its own: what is beyond these is left out, and those files are listed. */
const MAX_PATTERN_CHARS = 400;
const MAX_PATTERNS = 500;
/** Alternatives that one pattern may expand to; a setting with more is cut, not trusted. */
const MAX_ALTERNATIVES = 64;

/**
 * One glob for the editor's file search from the settings `files.exclude` and `search.exclude`, plus the
 * directories that tools fill. Patterns switched off (`false`) are dropped, and so are those that depend on a
 * sibling file (`{ "when": … }`), which a search cannot express. The search does not nest braces, so
 * inner ones are expanded.
 */
export function excludeGlob(...settings: readonly unknown[]): string {
  const patterns = new Set(GENERATED_DIRECTORIES.map((name) => `**/${name}/**`));
  for (const setting of settings) {
    if (typeof setting !== 'object' || setting === null) continue;
    for (const [pattern, value] of Object.entries(setting)) {
      if (value !== true) continue;
      for (const expanded of expandBraces(pattern)) {
        if (patterns.size < MAX_PATTERNS) patterns.add(expanded);
      }
    }
  }
  return `{${[...patterns].join(',')}}`;
}

/** `a/{b,c}` as `a/b` and `a/c`; unbalanced braces give nothing, and neither does a pattern beyond 400 characters. */
export function expandBraces(pattern: string): string[] {
  if (pattern.length > MAX_PATTERN_CHARS) return [];
  let waiting = [pattern];
  for (;;) {
    const next: string[] = [];
    let expanded = false;
    for (const one of waiting) {
      const inner = /\{([^{}]*)\}/.exec(one);
      if (inner === null) {
        next.push(one);
        continue;
      }
      expanded = true;
      for (const choice of (inner[1] ?? '').split(',')) {
        next.push(one.slice(0, inner.index) + choice + one.slice(inner.index + inner[0].length));
      }
    }
    waiting = next.slice(0, MAX_ALTERNATIVES);
    // A comma outside braces would split the pattern once it stands between the outer ones.
    if (!expanded) return waiting.filter((one) => one !== '' && !/[{},]/.test(one));
  }
}
