import { charsPerToken, countedTokens, receivedChars } from '../core/measure/answer-tokens.ts';
import { CHARS_PER_TOKEN, decodeRate } from '../core/measure/decode-rate.ts';
import { endToEndRate } from '../core/measure/end-to-end-rate.ts';
import { lanePhases } from '../core/measure/lane-phases.ts';
import type { Floor, Phase } from '../core/protocol.ts';
import type { JournalRecord, LaneRecord, MeasurementRecord, RaceRecord } from '../core/record.ts';
import { type AskedLane, floorsOverTime } from './floors-over-time.ts';

/** What one CSV row is made of: a keystroke or a measuring request, and one request of it or none. */
export interface Row {
  readonly record: RaceRecord | MeasurementRecord;
  /** Of what a keystroke showed; null where nothing of it was taken. */
  readonly acceptedChars: number | null;
  readonly request: RequestRow | null;
}

/** One request with what follows from it. */
export interface RequestRow {
  readonly lane: LaneRecord;
  readonly phases: readonly Phase[];
  readonly tps: number | null;
  readonly endToEndTps: number | null;
  /** How the tokens of both rates were counted; null where there is neither. */
  readonly tpsFrom: 'server' | 'estimated' | null;
}

/**
 * A row for each request of a keystroke, or one for a keystroke without any, and one for each measuring
 * request, in the order of the records, which are oldest first. Acceptances join their keystroke. Null
 * stands for no row: much is worked out before the first, and others may want the turn meanwhile.
 */
export function* exportRows(records: readonly JournalRecord[]): Generator<Row | null> {
  const rowOf = yield* requestRows(records);
  const accepted = new Map<string, number>();
  for (const record of records) {
    if (record.kind !== 'accept') continue;
    accepted.set(record.race, (accepted.get(record.race) ?? 0) + record.chars);
  }
  for (const record of records) {
    if (record.kind === 'measurement') {
      yield { record, acceptedChars: null, request: rowOf(record.lane) };
    } else if (record.kind === 'race') {
      const acceptedChars = accepted.get(record.id) ?? null;
      if (record.lanes.length === 0) yield { record, acceptedChars, request: null };
      for (const lane of record.lanes) yield { record, acceptedChars, request: rowOf(lane) };
    }
  }
}

/** What all requests of one model tell of each. */
interface Known {
  readonly floorOf: (lane: LaneRecord) => Floor | null;
  readonly ratio: number;
}

/** Floor and characters per token are a model's own, from all of its requests. */
function* requestRows(
  records: readonly JournalRecord[],
): Generator<null, (lane: LaneRecord) => RequestRow> {
  const models = new Map<string, AskedLane[]>();
  const note = (lane: LaneRecord, isWarmUp: boolean): void => {
    const asked = models.get(lane.model) ?? [];
    models.set(lane.model, asked);
    asked.push({ lane, isWarmUp });
  };
  for (const record of records) {
    if (record.kind === 'measurement') note(record.lane, record.step.cache === 'warm-up');
    if (record.kind === 'race') for (const lane of record.lanes) note(lane, false);
    yield null;
  }
  const known = new Map<string, Known>();
  for (const [model, asked] of models) {
    const counted = asked.filter(({ isWarmUp }) => !isWarmUp).map(({ lane }) => lane);
    known.set(model, { floorOf: floorsOverTime(asked), ratio: charsPerToken(counted) });
    yield null;
  }
  return (lane) => {
    const { floorOf, ratio = CHARS_PER_TOKEN } = known.get(lane.model) ?? {};
    const phases = lanePhases(lane, floorOf?.(lane) ?? null);
    return { lane, phases, ...ratesOf(lane, ratio) };
  };
}

function ratesOf(lane: LaneRecord, ratio: number): Omit<RequestRow, 'lane' | 'phases'> {
  if (lane.provider === 'embedded') return { tps: null, endToEndTps: null, tpsFrom: null };
  const counted = countedTokens(lane);
  const tokens = counted ?? receivedChars(lane) / ratio;
  const [tps, endToEndTps] = [decodeRate(lane, tokens), endToEndRate(lane, tokens)];
  const isKnown = tps !== null || endToEndTps !== null;
  return {
    tps,
    endToEndTps,
    tpsFrom: isKnown ? (counted === null ? 'estimated' : 'server') : null,
  };
}
