import { LRUCache } from 'lru-cache';
import { withLineFeeds } from '../text/line-feeds.ts';
import { type Anchor, goesThrough, type Position, typedSince } from './agreement.ts';

/** A finished answer that may serve later positions. `text` is all that the model said. */
export interface Remembered {
  readonly anchor: Anchor;
  readonly text: string;
  /**
   * How much of the beginning of `text` another request said: this one was sent for what follows, so
   * it answers only from there on.
   */
  readonly leadChars: number;
  readonly modelId: string;
  /** The race that started the request which said the text. */
  readonly sourceRaceId: string;
  readonly confidence: number | null;
}

export interface Memory {
  remember(answer: Remembered): void;
  /**
   * What `take` makes of an answer that goes on from this position, and of the rest of it: of the
   * newest for which that is not null.
   */
  find<T>(position: Position, take: (answer: Remembered, rest: string) => T | null): T | null;
  clear(): void;
}

/** An hour of typing. The characters bound it where answers are long: 2 MB at worst. */
const MAX_ANSWERS = 1000;
const MAX_CHARS = 1_000_000;
/** Of a document, in which an answer is found by the place of the cursor. */
const BLOCK_CHARS = 256;

/**
 * Earlier answers by file, text before and text after, found by the place that they would be written
 * to: each stands in every block of its document that it reaches into. A tree of texts would have to
 * be searched from every beginning, since nobody knows how much of an answer has been typed; the place
 * says it at once. What is stored elsewhere costs nothing, and of those in a block all but the right
 * ones are refused at the first character that was typed otherwise.
 */
export function createMemory(): Memory {
  const documents = new Map<string, Map<number, Remembered[]>>();

  const forget = (answer: Remembered): void => {
    const blocks = documents.get(answer.anchor.documentUri);
    for (const number of blocksOf(answer)) {
      const left = blocks?.get(number)?.filter((other) => other !== answer) ?? [];
      if (left.length > 0) blocks?.set(number, left);
      else blocks?.delete(number);
    }
    if (blocks?.size === 0) documents.delete(answer.anchor.documentUri);
  };

  const answers = new LRUCache<string, Remembered>({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARS,
    sizeCalculation: ({ text }) => text.length,
    dispose: forget,
  });

  return {
    remember(said) {
      if (said.text.trim() === '') return;
      const answer = { ...said, text: withLineFeeds(said.text) };
      // The old answer of this key leaves its blocks before the new one takes its place.
      const key = keyOf(answer);
      answers.set(key, answer);
      if (!answers.has(key)) return;
      const { documentUri } = answer.anchor;
      const blocks = documents.get(documentUri) ?? new Map<number, Remembered[]>();
      documents.set(documentUri, blocks);
      for (const number of blocksOf(answer)) {
        const block = blocks.get(number) ?? [];
        block.push(answer);
        blocks.set(number, block);
      }
    },
    find(position, take) {
      const blocks = documents.get(position.documentUri);
      const block = blocks?.get(Math.floor(position.offset / BLOCK_CHARS)) ?? [];
      for (let index = block.length - 1; index >= 0; index -= 1) {
        const answer = block[index];
        if (answer === undefined || !goesThrough(answer, position)) continue;
        const typed = typedSince(answer.anchor, position);
        if (typed === null || typed.length < answer.leadChars) continue;
        const rest = answer.text.slice(typed.length);
        const taken = rest.trim() === '' ? null : take(answer, rest);
        if (taken !== null) return taken;
      }
      return null;
    },
    clear: () => answers.clear(),
  };
}

/** One answer of each request is kept, and one of each model at one place with the same text around it. */
function keyOf({ anchor, modelId, leadChars, text }: Remembered): string {
  const { documentUri, offset, tail, head } = anchor;
  return [documentUri, offset, modelId, tail, head, text.slice(0, leadChars)].join('\u0000');
}

function blocksOf({ anchor: { offset }, text }: Remembered): readonly number[] {
  // In a document with Windows line ends each line feed takes two characters.
  const lineFeeds = text.split('\n').length - 1;
  const first = Math.floor(offset / BLOCK_CHARS);
  const last = Math.floor((offset + text.length + lineFeeds) / BLOCK_CHARS);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
