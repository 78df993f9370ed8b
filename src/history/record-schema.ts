import * as v from 'valibot';
import { type JournalRecord, RECORD_VERSION } from '../core/record.ts';
import { fromVersion1 } from './record-version-1.ts';

// Ids and languages come from settings and extensions; the bound keeps a strange one from filling a disk.
const name = v.pipe(v.string(), v.maxLength(200));
const ms = v.pipe(v.number(), v.finite());
const mark = v.nullable(ms);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

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

/**
 * For writing: what a server or an extension says beside the measured times is dropped or cut when it is
 * out of bounds, and does not cost the record.
 */
const lenient = {
  count: v.fallback(v.optional(count), undefined),
  ms: v.fallback(v.optional(ms), undefined),
  language: v.pipe(
    v.string(),
    v.transform((id) => id.slice(0, MAX_LANGUAGE_CHARS)),
  ),
};
const exact = { count: v.optional(count), ms: v.optional(ms), language: name };

// As many as core/race/curve.ts keeps.
const MAX_CURVE_POINTS = 32;
const curvePoint = v.strictTuple([ms, count, count, v.nullable(count)]);

/** The shapes of core/record.ts, built from the given kind of object schema and of lesser fields. */
function shapes(object: typeof v.object, lesser: typeof lenient) {
  const lane = object({
    model: name,
    provider: v.picklist(PROVIDERS),
    outcome: v.picklist(['finished', 'stopped', 'failed', 'silent']),
    error: v.optional(object({ code: v.picklist(ERROR_CODES), status: lesser.count })),
    dispatchedMs: ms,
    connectedMs: mark,
    reusedConnection: v.nullable(v.boolean()),
    roundTripMs: mark,
    headersMs: mark,
    waitingMs: mark,
    processingMs: mark,
    firstChunkMs: mark,
    firstTokenMs: mark,
    firstAnswerMs: mark,
    firstLineMs: mark,
    lastTokenMs: mark,
    endMs: ms,
    chars: count,
    pieces: count,
    curve: v.pipe(v.array(curvePoint), v.maxLength(MAX_CURVE_POINTS)),
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
    confidence: lesser.ms,
    dropped: v.optional(v.picklist(['repeats-suffix', 'loop', 'leaked-token', 'unbalanced'])),
  });
  const race = object({
    v: v.literal(RECORD_VERSION),
    kind: v.literal('race'),
    id: name,
    at: ms,
    language: lesser.language,
    trigger: v.picklist(['automatic', 'invoke', 'ahead']),
    policy: v.picklist(['solo', 'adaptive', 'race']),
    budgetMs: ms,
    askedMs: mark,
    returnedMs: mark,
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
    at: ms,
    model: name,
    chars: count,
  });
  const measurement = object({
    v: v.literal(RECORD_VERSION),
    kind: v.literal('measurement'),
    id: name,
    at: ms,
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
