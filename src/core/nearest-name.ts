const MAX_CHARS = 40;

const fold = (name: string) =>
  name
    .slice(0, MAX_CHARS)
    .toLowerCase()
    .replace(/[-_\s.]/g, '');

/** Levenshtein distance: insertions, deletions and substitutions of one UTF-16 unit cost 1 each. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * The known name that `name` was most likely meant to be, or null when none is close. Case and the
 * separators `-`, `_`, `.` and space do not count, so `max_tokens` finds `maxTokens`. Up to a third of
 * the letters may differ; beyond that a suggestion would mislead.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = fold(name);
  let best: { name: string; edits: number } | null = null;
  for (const candidate of known) {
    const folded = fold(candidate);
    const edits = distance(wanted, folded);
    const allowed = Math.floor(Math.max(wanted.length, folded.length) / 3);
    if (edits <= allowed && (best === null || edits < best.edits))
      best = { name: candidate, edits };
  }
  return best?.name ?? null;
}
