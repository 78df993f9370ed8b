import type { ContextFile } from '../request.ts';
import { type ContextRing, createContextRing } from './context-ring.ts';

/** A document as the context of its prompts needs it. */
export interface ContextDocument {
  readonly uri: string;
  readonly path: string;
  readonly languageId: string;
}

/** Which pieces of other files go into each document's prompts. */
export interface ContextBook extends Pick<ContextRing, 'add' | 'forget'> {
  /** What the document imports. Takes effect at its next refresh. */
  setImports(uri: string, files: readonly ContextFile[]): void;
  /** The person came to this document or paused in it: the only moments at which its context may change. */
  refresh(document: ContextDocument): void;
  /** The same list for as long as the person types. */
  of(uri: string): readonly ContextFile[];
  clear(): void;
}

/** Documents whose lists are remembered. */
const MAX_DOCUMENTS = 50;

interface Page {
  imports: readonly ContextFile[];
  files: readonly ContextFile[];
}

/**
 * Snippets come and go while the person reads and writes, but a prompt's beginning must stay: so each
 * document has a list of its own that is made anew only at a refresh, imports first, both parts in the
 * order in which they came.
 */
export function createContextBook(): ContextBook {
  const ring = createContextRing();
  const pages = new Map<string, Page>();

  function pageOf(uri: string): Page {
    const page = pages.get(uri) ?? { imports: [], files: [] };
    pages.delete(uri);
    pages.set(uri, page);
    const [oldest] = pages.keys();
    if (pages.size > MAX_DOCUMENTS && oldest !== undefined) pages.delete(oldest);
    return page;
  }

  return {
    add: ring.add,
    forget(path) {
      ring.forget(path);
      const others = (files: readonly ContextFile[]) => files.filter((file) => file.path !== path);
      for (const page of pages.values()) {
        page.imports = others(page.imports);
        page.files = others(page.files);
      }
    },
    setImports(uri, files) {
      const page = pageOf(uri);
      const still = page.imports.flatMap(
        (known) => files.find(({ path }) => path === known.path) ?? [],
      );
      page.imports = [...still, ...files.filter((file) => !still.includes(file))];
    },
    refresh(document) {
      const page = pageOf(document.uri);
      const imported = new Set(page.imports.map(({ path }) => path));
      const recent = ring.of(document).filter(({ path }) => !imported.has(path));
      page.files = [...page.imports, ...recent];
    },
    of: (uri) => pages.get(uri)?.files ?? [],
    clear() {
      ring.clear();
      pages.clear();
    },
  };
}
