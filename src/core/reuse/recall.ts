import type { CompletionRequest } from '../request.ts';
import { withLineFeeds } from '../text/line-feeds.ts';
import { surroundings } from '../text/surroundings.ts';
import { usable } from '../text/usable.ts';
import { anchorAt, type Position, typedSince } from './agreement.ts';
import { extended, isLonger } from './extended.ts';
import { createMemory, type Remembered } from './memory.ts';
import { type Pinned, restOfPinned } from './pinned.ts';
import { createShowings } from './showings.ts';

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
  /** The rest of the text on screen, where it goes on from here. */
  onScreen(position: Position): Recalled | null;
  /**
   * The same where nothing but the surroundings of the cursor has to be known for it: null also where
   * its own request has said more since.
   */
  goOn(position: Position): Recalled | null;
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
  const showings = createShowings();
  let pinned: Pinned | null = null;

  const onScreen = (position: Position): Recalled | null => {
    const rest = pinned === null ? null : restOfPinned(pinned, position);
    if (pinned === null || rest === null) return null;
    const { sourceRaceId, modelId, confidence } = pinned;
    return { sourceRaceId, modelId, confidence, ...rest };
  };

  /** What was shown, longer by what its own request has said since. */
  const grown = (
    { sourceRaceId, modelId, confidence }: Pinned,
    rest: Pick<Recalled, 'text' | 'replaceAfter'>,
    request: CompletionRequest,
    position: Position,
  ): Recalled => {
    const shown = { sourceRaceId, modelId, confidence, ...rest };
    const longer = memory.find(position, (answer, raw) => {
      if (!isOf(answer, sourceRaceId, modelId)) return null;
      return extended(shown, raw, true, request);
    });
    return longer ?? shown;
  };

  const remembered = (request: CompletionRequest, position: Position): Recalled | null => {
    const around = surroundings(request);
    return memory.find(position, ({ sourceRaceId, modelId, confidence }, rest) => {
      const show = usable(rest, true, around);
      if (show.type !== 'text') return null;
      const { text, replaceAfter } = show;
      return { sourceRaceId, modelId, confidence, text, replaceAfter };
    });
  };

  return {
    find(request, position) {
      for (const shown of pinned === null ? showings.all : [pinned, ...showings.all]) {
        const rest = restOfPinned(shown, position);
        if (rest !== null) return grown(shown, rest, request, position);
      }
      return remembered(request, position);
    },
    onScreen,
    goOn(position) {
      const shown = showsWholeLine(position) ? onScreen(position) : null;
      if (shown === null) return null;
      const { sourceRaceId, modelId, text } = shown;
      const hasMore = memory.find(position, (answer, raw) =>
        isOf(answer, sourceRaceId, modelId) && isLonger(raw, text) ? true : null,
      );
      return hasMore === null ? shown : null;
    },
    pin({ sourceRaceId, modelId, text, confidence }, position) {
      const anchor = anchorAt(position);
      pinned = { anchor, sourceRaceId, modelId, text: withLineFeeds(text), confidence };
      showings.add(pinned, position);
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
      showings.clear();
      pinned = null;
    },
  };
}

/** Whether the cursor's line is known from end to end, where only what is around the cursor was read. */
function showsWholeLine({ offset, prefix, suffix }: Position): boolean {
  const begins = prefix.length === offset || /[\r\n]/.test(prefix);
  return begins && (suffix === '' || /[\r\n]/.test(suffix));
}

function isOf(answer: Remembered, sourceRaceId: string, modelId: string): boolean {
  return answer.modelId === modelId && answer.sourceRaceId === sourceRaceId;
}
