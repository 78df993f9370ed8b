import * as v from 'valibot';
import { RECORD_VERSION } from '../core/record.ts';

const UNKNOWN_THEN = {
  roundTripMs: null,
  waitingMs: null,
  firstChunkMs: null,
  curve: [],
  promptSize: null,
};

const lane1 = v.looseObject({
  ...Object.fromEntries(
    [...Object.keys(UNKNOWN_THEN), 'firstAnswerMs'].map((key) => [key, v.optional(v.never())]),
  ),
  firstTokenMs: v.unknown(),
});

const record1 = v.variant('kind', [
  v.looseObject({ v: v.literal(1), kind: v.literal('race'), lanes: v.array(lane1) }),
  v.looseObject({ v: v.literal(1), kind: v.literal('accept') }),
]);

/**
 * A line of version 1 in today's shape, still to be checked; null for any other value. What version 1
 * did not know is null. It timed no reasoning, so its first token is the first of the answer.
 */
export function fromVersion1(value: unknown): unknown {
  if (!v.is(record1, value)) return null;
  if (value.kind === 'accept') return { ...value, v: RECORD_VERSION };
  const lanes = value.lanes.map((lane) => ({
    ...lane,
    ...UNKNOWN_THEN,
    firstAnswerMs: lane.firstTokenMs,
  }));
  return { ...value, v: RECORD_VERSION, lanes };
}
