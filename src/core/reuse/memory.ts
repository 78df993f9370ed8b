import { LRUCache } from 'lru-cache';
import { withLineFeeds } from '../text/line-feeds.ts';
import { type Anchor, compare, type Position, typedSince } from './agreement.ts';

/** A finished answer that may serve later positions. `text` is all that the model said. */
export interface Remembered {
  readonly anchor: Anchor;
  readonly text: string;
  readonly modelId: string;
  /** The race that started the request which said the text. */
  readonly sourceRaceId: string;
  readonly confidence: number | null;
}

export interface Memory {
  remember(answer: Remembered): void;
  /** The newest answer that goes on from this position (of one request: its own), with the rest of it. */
  find(
    position: Position,
    of?: Pick<Remembered, 'modelId' | 'sourceRaceId'>,
  ): { readonly answer: Remembered; readonly rest: string } | null;
  clear(): void;
}

/** A hundred answers of at most 20 000 characters: some 4 MB at worst, and a scan well under 1 ms. */
const MAX_ANSWERS = 100;

export function createMemory(): Memory {
  const answers = new LRUCache<string, Remembered>({ max: MAX_ANSWERS });
  return {
    remember(answer) {
      if (answer.text.trim() === '') return;
      const key = `${answer.anchor.documentUri}\n${answer.anchor.offset}\n${answer.modelId}`;
      answers.set(key, { ...answer, text: withLineFeeds(answer.text) });
    },
    find(position, of) {
      for (const [, answer] of answers.entries()) {
        if (answer.anchor.documentUri !== position.documentUri) continue;
        const isOwn = answer.modelId === of?.modelId && answer.sourceRaceId === of.sourceRaceId;
        if (of !== undefined && !isOwn) continue;
        const typed = typedSince(answer.anchor, position);
        if (typed === null || compare(answer.text, typed, true) !== 'agrees') continue;
        const rest = answer.text.slice(typed.length);
        if (rest.trim() !== '') return { answer, rest };
      }
      return null;
    },
    clear: () => answers.clear(),
  };
}
