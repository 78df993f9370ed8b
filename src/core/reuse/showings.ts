import { goesThrough, type Position, typedSince } from './agreement.ts';
import type { Pinned } from './pinned.ts';

/**
 * The texts that were shown, each as it stood when it appeared: after a deletion, an undo, or a key
 * typed against it and taken back, the same text is there again, whatever became of its request.
 */
export interface Showings {
  /** Newest first. */
  readonly all: readonly Pinned[];
  /** This is on screen now: a new text, or the rest of one that is being typed. */
  add(shown: Pinned, position: Position): void;
  clear(): void;
}

/** Each is looked at with every key. Whoever goes back further has changed their mind. */
const MAX_SHOWINGS = 20;

export function createShowings(): Showings {
  let all: readonly Pinned[] = [];
  return {
    get all() {
      return all;
    },
    add(shown, position) {
      const earlier = all.find((one) => wholeText(one, shown, position) !== null);
      const text = earlier === undefined ? null : wholeText(earlier, shown, position);
      const first = earlier === undefined || text === null ? shown : { ...earlier, text };
      const kept = all.filter((one) => one !== earlier && !isOf(one, first));
      all = [first, ...kept].slice(0, MAX_SHOWINGS);
    },
    clear: () => {
      all = [];
    },
  };
}

/** The text of a showing of which `now` is, perhaps longer, what is left; else null. */
function wholeText(then: Pinned, now: Pinned, position: Position): string | null {
  if (then.modelId !== now.modelId || then.sourceRaceId !== now.sourceRaceId) return null;
  const typed = goesThrough(then, position) ? typedSince(then.anchor, position) : null;
  if (typed === null) return null;
  return now.text.startsWith(then.text.slice(typed.length)) ? typed + now.text : null;
}

/** Two texts for one place: what is shown there now replaces what was. */
function isOf({ anchor }: Pinned, { anchor: other }: Pinned): boolean {
  return (
    anchor.documentUri === other.documentUri &&
    anchor.offset === other.offset &&
    anchor.tail === other.tail &&
    anchor.head === other.head
  );
}
