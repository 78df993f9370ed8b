import { expect, test } from 'vitest';
import { silenceSentence } from '../../../src/core/measure/silence-sentence.ts';
import type { SilenceReason } from '../../../src/core/record.ts';

const SENTENCES: Readonly<Record<SilenceReason, string>> = {
  superseded: 'The last keystroke showed nothing: you typed on before an answer came.',
  unasked: 'The last keystroke showed nothing: the editor did not ask for text there.',
  late: 'The last keystroke showed nothing: no answer came in time.',
  unsure:
    'The last keystroke showed nothing: the built-in predictor was not sure enough, and no other model was asked.',
  empty: "The last keystroke showed nothing: the model's answer was empty.",
  'repeats-suffix':
    "The last keystroke showed nothing: the model's answer repeated what follows the cursor.",
  loop: "The last keystroke showed nothing: the model's answer only repeated itself.",
  'leaked-token':
    "The last keystroke showed nothing: the model's answer was a special token, which says nothing.",
  unbalanced:
    "The last keystroke showed nothing: the model's answer closed brackets that are not open.",
  failed: 'The last keystroke showed nothing: every model that was asked failed.',
  'no-model': 'The last keystroke showed nothing: there is no model to ask.',
};

test.each(Object.entries(SENTENCES))(
  '%s is one sentence about the keystroke',
  (reason, sentence) => {
    expect(silenceSentence({ silence: reason as SilenceReason })).toBe(sentence);
  },
);

test('a keystroke that showed text has nothing to explain', () => {
  expect(silenceSentence({ silence: null })).toBeNull();
});
