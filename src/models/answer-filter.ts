export interface AnswerFilter {
  /** The part of the text so far that is certainly answer and was not given out before. */
  push(text: string): string;
  /** What was held back, once no more text can come. */
  flush(): string;
  /** True once an ending was met; everything from it on is dropped. */
  readonly ended: boolean;
}

/**
 * Ends an answer at the first of `endings`: stop strings that the server was not told or does not know, and
 * special tokens that leak from a server which prints them. An ending may arrive in pieces, so
 * a tail that could still become one is held back; that delays a piece only when it ends that way.
 */
export function createAnswerFilter(endings: readonly string[]): AnswerFilter {
  const known = endings.filter((ending) => ending !== '');
  const longest = Math.max(0, ...known.map((ending) => ending.length));
  let held = '';
  let ended = false;

  const heldLength = (text: string): number => {
    for (let length = Math.min(longest - 1, text.length); length > 0; length -= 1) {
      const tail = text.slice(-length);
      if (known.some((ending) => ending.startsWith(tail))) return length;
    }
    return 0;
  };

  return {
    push(text) {
      if (ended) return '';
      const all = held + text;
      const met = known.map((ending) => all.indexOf(ending)).filter((at) => at >= 0);
      if (met.length > 0) {
        ended = true;
        held = '';
        return all.slice(0, Math.min(...met));
      }
      const keep = heldLength(all);
      held = keep === 0 ? '' : all.slice(-keep);
      return keep === 0 ? all : all.slice(0, -keep);
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
    get ended() {
      return ended;
    },
  };
}
