import {
  type AcceptRecord,
  type LaneRecord,
  type MeasurementRecord,
  type RaceRecord,
  RECORD_VERSION,
} from '../../src/core/record.ts';

/** A finished lane of `qwen`: sent at 20 ms, first token at 120 ms, done at 320 ms. */
export function lane(changes: Partial<LaneRecord> = {}): LaneRecord {
  return {
    model: 'qwen',
    provider: 'llama-server',
    outcome: 'finished',
    dispatchedMs: 20,
    connectedMs: 22,
    reusedConnection: true,
    roundTripMs: null,
    headersMs: 60,
    waitingMs: null,
    processingMs: null,
    firstChunkMs: 120,
    firstTokenMs: 120,
    firstAnswerMs: changes.firstTokenMs === undefined ? 120 : changes.firstTokenMs,
    firstLineMs: 180,
    lastTokenMs: 320,
    endMs: 320,
    chars: 80,
    pieces: 21,
    curve: [],
    promptSize: null,
    usage: { promptTokens: 900, cachedTokens: 850, completionTokens: 21 },
    server: { prefillMs: 80, decodeMs: 190 },
    ...changes,
  };
}

/** A lane that we aborted at `endMs` before its first token. */
export function stopped(endMs: number, changes: Partial<LaneRecord> = {}): LaneRecord {
  return mute({ outcome: 'stopped', endMs, ...changes });
}

/** A lane that the server refused at `endMs`. */
export function failed(endMs: number, changes: Partial<LaneRecord> = {}): LaneRecord {
  return mute({ outcome: 'failed', error: { code: 'http', status: 500 }, endMs, ...changes });
}

/** A lane without any text. */
export function mute(changes: Partial<LaneRecord> = {}): LaneRecord {
  return lane({
    outcome: 'silent',
    firstChunkMs: null,
    firstTokenMs: null,
    firstAnswerMs: changes.firstTokenMs ?? null,
    firstLineMs: null,
    lastTokenMs: null,
    chars: 0,
    pieces: 0,
    usage: {},
    server: {},
    ...changes,
  });
}

/** A lane of the built-in predictor that spoke `atMs` after the keystroke. */
export function spoken(atMs: number, changes: Partial<LaneRecord> = {}): LaneRecord {
  return lane({
    model: 'built-in',
    provider: 'embedded',
    dispatchedMs: 0,
    connectedMs: null,
    reusedConnection: null,
    headersMs: null,
    firstChunkMs: null,
    firstTokenMs: atMs,
    firstAnswerMs: atMs,
    firstLineMs: atMs,
    lastTokenMs: atMs,
    endMs: atMs,
    chars: 12,
    pieces: 1,
    usage: {},
    server: {},
    confidence: 0.8,
    ...changes,
  });
}

/** The race of one keystroke; without changes nothing was shown because nothing was asked. */
export function race(changes: Partial<RaceRecord> = {}): RaceRecord {
  return {
    v: RECORD_VERSION,
    kind: 'race',
    id: 'r1',
    at: 1_800_000_000_000,
    language: 'typescript',
    trigger: 'automatic',
    policy: 'adaptive',
    budgetMs: 300,
    askedMs: 55,
    returnedMs: null,
    shown: null,
    silence: null,
    lanes: [],
    ...changes,
  };
}

/** What the race `r1` showed, all of it from its lane of `qwen`. */
export function shownText(
  changes: Partial<NonNullable<RaceRecord['shown']>> = {},
): NonNullable<RaceRecord['shown']> {
  return { race: 'r1', model: 'qwen', source: 'race', chars: 80, ...changes };
}

export function accept(changes: Partial<AcceptRecord> = {}): AcceptRecord {
  return {
    v: RECORD_VERSION,
    kind: 'accept',
    race: 'r1',
    at: 1_800_000_001_000,
    model: 'qwen',
    chars: 80,
    ...changes,
  };
}

/** One cold request of a measuring run, as `lane()` from its dispatch. */
export function measurement(changes: Partial<MeasurementRecord> = {}): MeasurementRecord {
  return {
    v: RECORD_VERSION,
    kind: 'measurement',
    id: 'm1',
    at: 1_800_000_000_000,
    run: 'run1',
    step: { promptTokens: 512, outputTokens: 32, cache: 'cold' },
    lane: lane({ dispatchedMs: 0 }),
    ...changes,
  };
}
