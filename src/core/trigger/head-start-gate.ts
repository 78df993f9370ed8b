/**
 * Whether a race may begin with the key, before the editor asks. Nothing tells an extension that
 * suggestions are switched off, snoozed or hidden; that the editor has asked lately does. So a document
 * has to be asked about first, and a key that no question followed closes the gate until one comes.
 */
export interface HeadStartGate {
  /** At a key that could begin a race. True begins one. */
  begin(documentUri: string, atMs: number): boolean;
  /** The editor has asked by itself. */
  asked(documentUri: string): void;
  forget(documentUri: string): void;
}

/** Longer than the editor's own debounce of 50 ms and the longest seen from another extension, 200 ms. */
const ASKS_WITHIN_MS = 250;
/** Keys faster than the debounce are not asked about one by one; nobody types this many in a row so fast. */
const MAX_UNASKED = 8;

interface Lately {
  open: boolean;
  /** The first race that began since the editor asked last. */
  begunAtMs: number | null;
  unasked: number;
}

export function createHeadStartGate(): HeadStartGate {
  const documents = new Map<string, Lately>();
  return {
    begin(documentUri, atMs) {
      const lately = documents.get(documentUri);
      if (lately === undefined || !lately.open) return false;
      if (lately.begunAtMs !== null) {
        lately.unasked += 1;
        const ignored = atMs - lately.begunAtMs > ASKS_WITHIN_MS;
        if (ignored || lately.unasked >= MAX_UNASKED) {
          lately.open = false;
          return false;
        }
      }
      lately.begunAtMs ??= atMs;
      return true;
    },
    asked(documentUri) {
      documents.set(documentUri, { open: true, begunAtMs: null, unasked: 0 });
    },
    forget: (documentUri) => documents.delete(documentUri),
  };
}
