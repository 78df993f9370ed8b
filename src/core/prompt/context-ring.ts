import { languageFamily } from '../predictor/language-family.ts';
import type { ContextFile } from '../request.ts';

/** Some lines of a file that the person looked at or edited. */
export interface Snippet {
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
}

/** What was looked at and edited lately, the oldest first. */
export interface ContextRing {
  /** Adds at the end. What says nearly the same goes, and then the oldest beyond the limit. */
  add(snippet: Snippet): void;
  /** All that a document of this language may be given, but for what is its own. */
  of(document: { readonly path: string; readonly languageId: string }): readonly ContextFile[];
  forget(path: string): void;
  clear(): void;
}

/** The number that llama.vim keeps. */
const MAX_SNIPPETS = 16;
/** Two pieces of one place differ by what was edited since; those of two files are rarely alike by chance. */
const ALIKE_IN_ONE_FILE = 0.5;
const ALIKE = 0.9;
/** Fewer lines with content say nothing. */
const MIN_LINES = 3;

interface Kept {
  readonly file: ContextFile;
  readonly family: string;
  readonly lines: readonly string[];
}

/**
 * A bounded list of snippets whose order never changes: one is added at the end or taken out. A prompt
 * laid out in this order keeps its beginning for as long as the oldest snippets stay.
 */
export function createContextRing(): ContextRing {
  let kept: readonly Kept[] = [];

  return {
    add({ path, languageId, text }) {
      const lines = contentLines(text);
      if (lines.length < MIN_LINES) return;
      if (kept.some(({ file }) => file.path === path && file.text === text)) return;
      const others = kept.filter((one) => {
        const limit = one.file.path === path ? ALIKE_IN_ONE_FILE : ALIKE;
        return similarity(one.lines, lines) <= limit;
      });
      const file: ContextFile = { path, text, kind: 'recent' };
      const added: Kept = { file, family: languageFamily(languageId, path), lines };
      kept = [...others, added].slice(-MAX_SNIPPETS);
    },
    of({ path, languageId }) {
      const family = languageFamily(languageId, path);
      return kept
        .filter((one) => one.family === family && one.file.path !== path)
        .map(({ file }) => file);
    },
    forget(path) {
      kept = kept.filter(({ file }) => file.path !== path);
    },
    clear() {
      kept = [];
    },
  };
}

function contentLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Share of lines that two pieces have in common, each line counted as often as both have it. */
function similarity(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of a) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of b) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length);
}
