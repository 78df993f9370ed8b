import type { CompletionRequest } from '../request.ts';
import { withLineFeeds } from '../text/line-feeds.ts';
import { surroundings } from '../text/surroundings.ts';
import { usable } from '../text/usable.ts';
import { anchorAt, type Position, typedSince } from './agreement.ts';
import { extended } from './extended.ts';
import { createMemory, type Remembered } from './memory.ts';
import { type Pinned, restOfPinned } from './pinned.ts';

/** A text to show, and whose it is. */
export interface Recalled {
  /** The race that started the request which said the text. */
  readonly sourceRaceId: string;
  readonly modelId: string;
  readonly text: string;
  /** Characters after the cursor, on its line, that the text replaces. */
  readonly replaceAfter: number;
  readonly confidence: number | null;
}

/** Answers that need no model: what is on screen, and what earlier requests have said. */
export interface Recall {
  find(request: CompletionRequest, position: Position): Recalled | null;
  /** This text is being shown at this position. */
  pin(shown: Recalled, position: Position): void;
  remember(answer: Remembered): void;
  /**
   * The document changed: lets go of the shown text when it was written to its end or something else
   * was written. Only text typed against it is a rejection; a deletion or an undo says nothing of it.
   */
  edited(position: Position): void;
  clear(): void;
}

export function createRecall(onRejected: (pinned: Pinned) => void): Recall {
  const memory = createMemory();
  let pinned: Pinned | null = null;

  return {
    find(request, position) {
      if (pinned !== null) {
        const rest = restOfPinned(pinned, position, request);
        if (rest !== null) {
          const { sourceRaceId, modelId, confidence } = pinned;
          const shown = { sourceRaceId, modelId, confidence, ...rest };
          const own = memory.find(position, pinned);
          return own === null ? shown : extended(shown, own.rest, true, request);
        }
      }
      const known = memory.find(position);
      if (known === null) return null;
      const show = usable(known.rest, true, surroundings(request));
      if (show.type !== 'text') return null;
      const { sourceRaceId, modelId, confidence } = known.answer;
      const { text, replaceAfter } = show;
      return { sourceRaceId, modelId, confidence, text, replaceAfter };
    },
    pin({ sourceRaceId, modelId, text, confidence }, position) {
      const anchor = anchorAt(position);
      pinned = { anchor, sourceRaceId, modelId, text: withLineFeeds(text), confidence };
    },
    remember: (answer) => memory.remember(answer),
    edited(position) {
      if (pinned === null) return;
      const typed = typedSince(pinned.anchor, position);
      // Still on the way through the text.
      if (typed !== null && pinned.text.startsWith(typed) && typed !== pinned.text) return;
      const against = typed !== null && !typed.startsWith(pinned.text);
      if (against) onRejected(pinned);
      pinned = null;
    },
    clear() {
      memory.clear();
      pinned = null;
    },
  };
}
