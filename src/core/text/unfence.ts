import { isProse } from './is-prose.ts';

export interface Unfence {
  /** What is certainly code of the text so far and was not given out before. */
  push(piece: string): string;
  /** What was held back, once no more text can come. */
  flush(): string;
  /** True once the fence was closed: the explanation behind it is no code. */
  readonly ended: boolean;
}

/** Longer than any language's name after a fence. */
const MAX_OPENING_CHARS = 40;
const OPENING = /^(\s*)```[\w+#.-]*[ \t]*\r?\n/;

/**
 * Takes the Markdown fence off code that a model has put into one, as models trained to chat do, while
 * it arrives. The opening line goes, and a line of nothing but a fence ends the answer; so do both
 * when only the second is there. In prose a fence is text. What could still become a fence is held
 * back, and code begins with three backticks in no language.
 */
export function createUnfence(languageId: string): Unfence {
  if (isProse(languageId)) return { push: (piece) => piece, flush: () => '', ended: false };
  /** Everything until it is clear whether the answer opens with a fence; then null. */
  let opening: string | null = '';
  /** The beginning of a line that consists of white space and backticks. */
  let held = '';
  let atLineStart = true;
  let ended = false;

  const body = (text: string): string => {
    let given = '';
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) {
        given += `${held}\n`;
        held = '';
        atLineStart = true;
      }
      if (!atLineStart) {
        given += part;
        continue;
      }
      held += part;
      if (/^[ \t]*```/.test(held)) {
        held = '';
        ended = true;
        // The line end before the fence stays: it ended the last line of the code.
        return given;
      }
      if (!/^[ \t]*`{0,2}$/.test(held)) {
        given += held;
        held = '';
        atLineStart = false;
      }
    }
    return given;
  };

  const open = (text: string): string => {
    opening = null;
    const [fence = '', before = ''] = OPENING.exec(text) ?? [];
    // Without one, the text goes on in the cursor's line, where no fence can begin.
    atLineStart = fence !== '';
    // A line break before the fence says that the code begins on the next line.
    return before.slice(0, before.lastIndexOf('\n') + 1) + body(text.slice(fence.length));
  };

  return {
    push(piece) {
      if (ended) return '';
      if (opening === null) return body(piece);
      opening += piece;
      const text = opening.trimStart();
      const mayOpen = text.length <= MAX_OPENING_CHARS && /^`{0,2}$|^```[^\n]*$/.test(text);
      return mayOpen ? '' : open(opening);
    },
    flush() {
      const rest = ended ? '' : opening === null ? held : open(opening) + held;
      opening = null;
      held = '';
      return rest;
    },
    get ended() {
      return ended;
    },
  };
}
