import type { AcceptRecord, JournalRecord, RaceRecord } from '../../core/record.ts';
import { laneObservations, type Observation } from './lane-observations.ts';
import type { MetricAttributes } from './model-attributes.ts';
import { secondsOf } from './seconds-of.ts';

export interface ObservationContext {
  /** The attributes of a model by its id, whether or not it is still configured. */
  readonly modelOf: (
    id: string,
    provider?: RaceRecord['lanes'][number]['provider'],
  ) => MetricAttributes;
  /** A language id that may leave: known in number, and nothing but an id. */
  readonly languageOf: (id: string) => string;
}

/**
 * What one record tells, as values of figures. Only what is named here leaves: records hold no code,
 * and their ids and times of day are not among the attributes either.
 */
export function observationsOf(
  record: JournalRecord,
  context: ObservationContext,
): readonly Observation[] {
  switch (record.kind) {
    case 'race':
      return [...keystroke(record, context), ...lanesOf(record, context)];
    case 'accept':
      return acceptance(record, context);
    case 'measurement':
      // Asked before the count begins, to have the model loaded.
      if (record.step.cache === 'warm-up') return [];
      return laneObservations(record.lane, {
        model: context.modelOf(record.lane.model, record.lane.provider),
        trigger: 'measurement',
        keystroke: null,
      });
  }
}

function lanesOf(race: RaceRecord, context: ObservationContext): Observation[] {
  const language = context.languageOf(race.language);
  return race.lanes.flatMap((lane) =>
    laneObservations(lane, {
      model: context.modelOf(lane.model, lane.provider),
      trigger: race.trigger,
      keystroke: { language, budgetMs: race.budgetMs },
    }),
  );
}

function keystroke(race: RaceRecord, context: ObservationContext): Observation[] {
  const base = {
    'first_token.language': context.languageOf(race.language),
    'first_token.trigger': race.trigger,
  };
  const { shown, returnedMs } = race;
  if (shown === null || returnedMs === null) {
    const reason = race.silence === null ? {} : { 'first_token.silence.reason': race.silence };
    const attributes = { ...base, 'first_token.outcome': 'silent', ...reason };
    return [{ figure: 'keystrokes', value: 1, attributes }];
  }
  const outcome = returnedMs <= race.budgetMs ? 'shown_in_time' : 'shown_late';
  const model = {
    'first_token.model.id': shown.model,
    'first_token.source': shown.source,
  };
  return [
    { figure: 'keystrokes', value: 1, attributes: { ...base, 'first_token.outcome': outcome } },
    { figure: 'shown', value: secondsOf(returnedMs), attributes: { ...base, ...model } },
  ];
}

function acceptance(record: AcceptRecord, context: ObservationContext): Observation[] {
  const attributes = context.modelOf(record.model);
  return [
    { figure: 'accepted', value: 1, attributes },
    { figure: 'acceptedChars', value: record.chars, attributes },
  ];
}
