import * as v from 'valibot';
import { type JournalRecord, RECORD_VERSION } from '../core/record.ts';
import { fromVersion1 } from './record-version-1.ts';
import { wrongMarks } from './wrong-marks.ts';

// Ids and languages come from settings and extensions; the bound keeps a strange one from filling a disk.
const name = v.pipe(v.string(), v.maxLength(200));
/** No request lives for a day, and no phase of one. */
const MAX_MS = 24 * 60 * 60 * 1000;
const ms = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_MS));
/** The editor may ask a moment before it tells of the key that it asks for. */
const MIN_RACE_MS = -1000;
const raceMark = v.nullable(v.pipe(v.number(), v.minValue(MIN_RACE_MS), v.maxValue(MAX_MS)));
/** Any moment that a calendar has. */
const MAX_EPOCH_MS = 8.64e15;
const at = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_EPOCH_MS));
/** As many as models/json.ts takes from a server; what is counted here is far less. */
const MAX_COUNT = 1e9;
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COUNT));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

// A race asks each configured model once, and there are at most 50.
const MAX_LANES = 64;

const PROVIDERS = ['embedded', 'llama-server', 'openai-completions', 'ollama'] as const;
const ERROR_CODES = [
  'aborted',
  'timeout',
  'unreachable',
  'auth',
  'rate-limited',
  'http',
  'bad-stream',
  'empty',
  'config',
] as const;
const SILENCES = [
  'superseded',
  'unasked',
  'late',
  'unsure',
  'empty',
  'repeats-suffix',
  'loop',
  'leaked-token',
  'unbalanced',
  'failed',
  'no-model',
] as const;

const MAX_LANGUAGE_CHARS = 200;

// As many as core/race/curve.ts keeps.
const MAX_CURVE_POINTS = 32;
const curvePoint = v.strictTuple([ms, count, count, v.nullable(count)]);
const curve = v.pipe(
  v.array(curvePoint),
  v.maxLength(MAX_CURVE_POINTS),
  v.check((points) =>
    points.every(
      (point, index) => point[0] >= (points[index - 1]?.[0] ?? Number.NEGATIVE_INFINITY),
    ),
  ),
);

/**
 * For writing: a mark, and what a server or an extension says beside the measured times, is dropped or cut
 * when it is out of bounds or order, and does not cost the record. Only the ends of a request have to be right.
 */
const lenient = {
  count: v.fallback(v.optional(count), undefined),
  ms: v.fallback(v.optional(ms), undefined),
  share: v.fallback(v.optional(share), undefined),
  mark: v.fallback(v.nullable(ms), null),
  raceMark: v.fallback(raceMark, null),
  curve: v.fallback(curve, []),
  language: v.pipe(
    v.string(),
    v.transform((id) => id.slice(0, MAX_LANGUAGE_CHARS)),
  ),
  takesWrongMarks: true,
};
const exact = {
  count: v.optional(count),
  ms: v.optional(ms),
  share: v.optional(share),
  mark: v.nullable(ms),
  raceMark,
  curve,
  language: name,
  takesWrongMarks: false,
};

/** The shapes of core/record.ts, built from the given kind of object schema and of lesser fields. */
function shapes(object: typeof v.object, lesser: typeof lenient) {
  const fields = object({
    model: name,
    provider: v.picklist(PROVIDERS),
    outcome: v.picklist(['finished', 'stopped', 'failed', 'silent']),
    error: v.optional(object({ code: v.picklist(ERROR_CODES), status: lesser.count })),
    dispatchedMs: ms,
    connectedMs: lesser.mark,
    reusedConnection: v.nullable(v.boolean()),
    roundTripMs: lesser.mark,
    headersMs: lesser.mark,
    waitingMs: lesser.mark,
    processingMs: lesser.mark,
    firstChunkMs: lesser.mark,
    firstTokenMs: lesser.mark,
    firstAnswerMs: lesser.mark,
    firstLineMs: lesser.mark,
    lastTokenMs: lesser.mark,
    endMs: ms,
    chars: count,
    pieces: count,
    curve: lesser.curve,
    promptSize: v.nullable(object({ chars: count, repeatedChars: count })),
    usage: object({
      promptTokens: lesser.count,
      cachedTokens: lesser.count,
      completionTokens: lesser.count,
      reasoningTokens: lesser.count,
    }),
    server: object({
      queueMs: lesser.ms,
      loadMs: lesser.ms,
      prefillMs: lesser.ms,
      decodeMs: lesser.ms,
      ttftMs: lesser.ms,
      totalMs: lesser.ms,
    }),
    confidence: lesser.share,
    dropped: v.optional(v.picklist(['repeats-suffix', 'loop', 'leaked-token', 'unbalanced'])),
  });
  const lane = v.pipe(
    fields,
    v.check(({ dispatchedMs, endMs }) => dispatchedMs <= endMs),
    v.check((found) => lesser.takesWrongMarks || wrongMarks(found).length === 0),
    v.transform((found) => ({
      ...found,
      ...Object.fromEntries(wrongMarks(found).map((mark) => [mark, null])),
    })),
  );
  const race = object({
    v: v.literal(RECORD_VERSION),
    kind: v.literal('race'),
    id: name,
    at,
    language: lesser.language,
    trigger: v.picklist(['automatic', 'invoke', 'ahead']),
    policy: v.picklist(['solo', 'adaptive', 'race']),
    budgetMs: ms,
    askedMs: lesser.raceMark,
    returnedMs: lesser.raceMark,
    shown: v.nullable(
      object({
        race: name,
        model: name,
        source: v.picklist(['race', 'in-flight', 'memory']),
        chars: count,
      }),
    ),
    silence: v.nullable(v.picklist(SILENCES)),
    lanes: v.pipe(v.array(lane), v.maxLength(MAX_LANES)),
  });
  const accept = object({
    v: v.literal(RECORD_VERSION),
    kind: v.literal('accept'),
    race: name,
    at,
    model: name,
    chars: count,
  });
  const measurement = object({
    v: v.literal(RECORD_VERSION),
    kind: v.literal('measurement'),
    id: name,
    at,
    run: name,
    step: object({
      promptTokens: count,
      outputTokens: count,
      cache: v.picklist(['cold', 'repeated', 'warm-up']),
    }),
    lane,
  });
  const record = v.variant('kind', [race, accept, measurement]);
  return { lane, race, accept, measurement, record };
}

/**
 * For writing: takes the fields that a record has and nothing else, so that code, a prompt or a path
 * that strayed onto an object never reaches the disk.
 */
export const writtenShapes = shapes(v.object, lenient);

/** For reading: a line with a field that its version never wrote is not ours. */
const readShapes = shapes(
  v.strictObject as unknown as typeof v.object,
  exact as unknown as typeof lenient,
);

/** The record without any stray field, or null when one of its own fields is out of bounds. */
export function toWritten(record: JournalRecord): JournalRecord | null {
  const result = v.safeParse(writtenShapes.record, record);
  // The cast only drops the "or undefined" of optional fields, which JSON does not keep.
  return result.success ? (result.output as unknown as JournalRecord) : null;
}

/** A parsed line as a record of today's version, or null when it is not exactly one. */
export function fromRead(value: unknown): JournalRecord | null {
  const today = fromVersion1(value) ?? value;
  return v.is(readShapes.record, today) ? (today as unknown as JournalRecord) : null;
}
