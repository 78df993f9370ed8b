import type { RaceRecord, SilenceReason } from '../record.ts';

const REASONS: Readonly<Record<SilenceReason, string>> = {
  superseded: 'you typed on before an answer came',
  unasked: 'the editor did not ask for text there',
  late: 'no answer came in time',
  unsure: 'the built-in predictor was not sure enough, and no other model was asked',
  empty: "the model's answer was empty",
  'repeats-suffix': "the model's answer repeated what follows the cursor",
  loop: "the model's answer only repeated itself",
  'leaked-token': "the model's answer was a special token, which says nothing",
  unbalanced: "the model's answer closed brackets that are not open",
  failed: 'every model that was asked failed',
  'no-model': 'there is no model to ask',
};

/** Why the last keystroke showed nothing, or null when it showed something. */
export function silenceSentence(race: Pick<RaceRecord, 'silence'>): string | null {
  return race.silence === null
    ? null
    : `The last keystroke showed nothing: ${REASONS[race.silence]}.`;
}
