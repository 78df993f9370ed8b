import type { RaceRecord, SilenceReason } from '../record.ts';

const REASONS: Readonly<Record<SilenceReason, string>> = {
  superseded: 'typed on before an answer came',
  late: 'no answer came in time',
  unsure: 'the built-in predictor was not sure enough and no model was asked',
  empty: 'the answer was empty',
  'repeats-suffix': 'the answer repeated what follows the cursor',
  failed: 'every model failed',
  'no-model': 'there is no model to ask',
};

/** Why the last keystroke showed nothing, or null when it showed something. */
export function silenceSentence(race: Pick<RaceRecord, 'silence'>): string | null {
  return race.silence === null ? null : `Last silence: ${REASONS[race.silence]}.`;
}
