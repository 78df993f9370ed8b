import { type ChainIndex, createChainIndex, type Run } from './chain-index.ts';
import { encode, NEWLINE_TOKEN, releaseTokens } from './encode.ts';
import { languageFamily } from './language-family.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** One learned document. */
interface CorpusDocument {
  readonly path: string;
  readonly run: Run;
}

/** Everything learned so far: documents by URI over one vocabulary and one chain index. */
export interface Corpus {
  readonly vocabulary: Vocabulary;
  readonly index: ChainIndex;
  /** Adds or replaces. Returns false when the document was left out to stay within `maxTokens`. */
  learn(document: { uri: string; path: string; languageId: string; text: string }): boolean;
  forget(uri: string): void;
  document(uri: string): CorpusDocument | undefined;
  /** Small numbers for a language family and for the directory of a path, as runs carry them. */
  familyOf(languageId: string, path: string): number;
  directoryOf(path: string): number;
  /** Where the person works; what is farthest from it is dropped first. */
  setAnchor(path: string): void;
  files(): number;
  /** A document was displaced or refused, and there is still no room to speak of. */
  full(): boolean;
}

export function createCorpus(maxTokens: number): Corpus {
  const vocabulary = createVocabulary();
  const index = createChainIndex({ maxTokens });
  const documents = new Map<string, CorpusDocument>();
  const numbers = new Map<string, number>();
  let anchor = '';
  let crowded = false;

  function numberOf(name: string): number {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, numbers.size + 1);
    return numbers.size;
  }

  function forget(uri: string): void {
    const document = documents.get(uri);
    if (document === undefined) return;
    const { run } = document;
    for (let p = run.start; p < run.end; p++) vocabulary.release(index.at(p) >> 1);
    index.retire(run);
    documents.delete(uri);
  }

  /** Drops the farthest documents, the oldest first among equals, but none nearer than `path`. */
  function makeRoom(count: number, path: string): boolean {
    if (index.liveTokens() + count <= maxTokens) return true;
    crowded = true;
    const limit = pathDistance(anchor, path);
    const farthest = [...documents.entries()]
      .map(([uri, document]) => ({ uri, distance: pathDistance(anchor, document.path) }))
      .filter(({ distance }) => distance >= limit)
      .sort((a, b) => b.distance - a.distance);
    for (const { uri } of farthest) {
      forget(uri);
      // A sixteenth of slack, so that the next documents do not each sort the whole list.
      if (index.liveTokens() + count <= maxTokens - maxTokens / 16) return true;
    }
    return index.liveTokens() + count <= maxTokens;
  }

  return {
    vocabulary,
    index,
    learn({ uri, path, languageId, text }) {
      // The new copy takes its words before the old one gives them back, so ids are kept.
      const tokens = [NEWLINE_TOKEN, ...encode(text, vocabulary, true)];
      forget(uri);
      if (tokens.length === 1 || tokens.length > maxTokens || !makeRoom(tokens.length, path)) {
        releaseTokens(tokens, vocabulary);
        return false;
      }
      const family = numberOf(`family ${languageFamily(languageId, path)}`);
      const run = index.append(tokens, family, directoryOf(path));
      documents.set(uri, { path, run });
      return true;
    },
    forget,
    document: (uri) => documents.get(uri),
    familyOf: (languageId, path) => numberOf(`family ${languageFamily(languageId, path)}`),
    directoryOf,
    setAnchor(path) {
      anchor = path;
    },
    files: () => documents.size,
    full: () => crowded && index.liveTokens() > maxTokens / 2,
  };

  function directoryOf(path: string): number {
    return numberOf(`directory ${path.slice(0, path.lastIndexOf('/') + 1)}`);
  }
}

/** Steps up and down the directory tree from one file to another; 0 for neighbours. */
export function pathDistance(from: string, to: string): number {
  const a = from.split('/').slice(0, -1);
  const b = to.split('/').slice(0, -1);
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return a.length + b.length - 2 * shared;
}
