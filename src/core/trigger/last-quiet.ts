import { type EditKind, mayStartRequest } from './classify-edit.ts';

type QuietKind = Exclude<EditKind, 'typed' | 'inserted' | 'accepted' | 'none'>;

const WORDS: Readonly<Record<QuietKind, string>> = {
  deleted: 'deleting',
  pasted: 'pasting',
  undone: 'undoing or redoing',
  several: 'an edit in several places at once',
  composed: 'a letter that is still being composed',
  elsewhere: 'an edit away from the cursor',
};

/** Why nothing was asked for the last change of the document, where that was because of its kind. */
export interface LastQuiet {
  /** `at`: epoch ms. */
  edited(kind: EditKind, at: number): void;
  /** The sentence, when that change came after `at`, epoch ms; else null. */
  sentenceSince(at: number): string | null;
}

export function createLastQuiet(): LastQuiet {
  let last: { readonly kind: QuietKind; readonly at: number } | null = null;
  return {
    edited(kind, at) {
      if (mayStartRequest(kind)) last = null;
      else if (kind in WORDS) last = { kind: kind as QuietKind, at };
    },
    sentenceSince: (at) =>
      last === null || last.at <= at
        ? null
        : `The last change asked no model: it was ${WORDS[last.kind]}.`,
  };
}
