import { wilson } from '../../src/core/measure/wilson.ts';
import type {
  DecodeFigure,
  MeasuredRow,
  ModelSpeed,
  ModelSummary,
  PanelSnapshot,
  Percentiles,
  Phase,
  PhaseName,
  Provenance,
  Share,
  SpeedFit,
} from '../../src/core/protocol.ts';
import { type LaneRecord, type RaceRecord, RECORD_VERSION } from '../../src/core/record.ts';

/** 2026-03-02 14:31:52 UTC: a fixed moment, so that pictures and words do not change by the day. */
export const FIXTURE_NOW = Date.UTC(2026, 2, 2, 14, 31, 52);

/** A share of `n` requests with its interval. */
export function share(hits: number, n: number): Share {
  const result = wilson(hits, n);
  if (result === null) throw new Error('A share needs at least one request.');
  return result;
}

export function percentiles(part: Partial<Percentiles>): Percentiles {
  return {
    p50Ms: null,
    p50Interval: null,
    p90Ms: null,
    p90Interval: null,
    p95Ms: null,
    p99Ms: null,
    n: 0,
    censored: 0,
    ...part,
  };
}

export function phase(
  name: PhaseName,
  ms: number,
  from: Provenance = 'derived',
  plusMinusMs: number | null = null,
): Phase {
  return { name, ms, from, plusMinusMs };
}

/** Rates that fall evenly from `earlyTps` to `lateTps` over eight stretches of the answer. */
export function decode(part: Partial<DecodeFigure> = {}): DecodeFigure {
  const { earlyTps = 100, lateTps = 65, longestTokens = 512, n = 40 } = part;
  const stretch = longestTokens / 8;
  return {
    fallPer1000: 0.4,
    earlyTps,
    lateTps,
    decline: 1 - lateTps / earlyTps,
    byPosition: Array.from({ length: 8 }, (_, i) => ({
      fromToken: i * stretch,
      toToken: (i + 1) * stretch,
      tps: earlyTps + ((lateTps - earlyTps) * i) / 7,
      n: n - i * 3,
    })),
    longestTokens,
    n,
    tokensFrom: 'server',
    ...part,
  };
}

/** A speed whose resampled fits lie within five per cent of it. */
export function speed(fit: SpeedFit, part: Partial<ModelSpeed> = {}): ModelSpeed {
  return {
    fit,
    draws: Array.from({ length: 41 }, (_, i) => {
      const [base, perPrompt, perToken, growth] = fit;
      const factor = 1 + (i - 20) / 400;
      return [base * factor, perPrompt, perToken * factor, growth] as const;
    }),
    n: 40,
    cachedShare: 0,
    longestPromptTokens: 2048,
    longestOutputTokens: 512,
    ...part,
  };
}

/** One model, ready and measured; `part` overrides. */
export function model(id: string, part: Partial<ModelSummary> = {}): ModelSummary {
  return {
    id,
    provider: 'openai-completions',
    detail: 'vLLM · gateway.example',
    isDefault: false,
    state: 'ready',
    fault: null,
    ttft: percentiles({ p50Ms: 161, p90Ms: 240, n: 400, censored: 12 }),
    fromKey: percentiles({ p50Ms: 187, p90Ms: 266, n: 400, censored: 12 }),
    byConnection: { cold: percentiles({}), warm: percentiles({}) },
    byCache: null,
    firstAnswer: null,
    queue: null,
    floor: null,
    cache: null,
    decode: null,
    speed: null,
    endToEndTps: null,
    segments: [phase('wait', 24), phase('connect', 9), phase('server', 154)],
    tps: 88,
    tpsEstimated: false,
    inTime: share(360, 400),
    requests: 400,
    wins: 96,
    errors: 3,
    stopped: 140,
    wastedTokens: 3210,
    wastedEstimated: false,
    last: { fromKeyMs: 181, ttftMs: 155, at: FIXTURE_NOW },
    ...part,
  };
}

export function builtIn(part: Partial<ModelSummary> = {}): ModelSummary {
  return model('built-in', {
    provider: 'embedded',
    detail: 'predictor · this window',
    ttft: percentiles({ p50Ms: 1.2, p90Ms: 3, n: 1948, censored: 0 }),
    fromKey: percentiles({ p50Ms: 1.3, p90Ms: 3.1, n: 1948, censored: 0 }),
    segments: [phase('wait', 0.1), phase('server', 1.2)],
    tps: null,
    inTime: share(565, 1948),
    requests: 1948,
    wins: 488,
    errors: 0,
    stopped: 0,
    wastedTokens: 0,
    ...part,
  });
}

/** One request; without `part` a warm local one that answered in time. */
export function lane(id: string, part: Partial<LaneRecord> = {}): LaneRecord {
  return {
    model: id,
    provider: 'llama-server',
    outcome: 'finished',
    dispatchedMs: 24,
    connectedMs: 24.4,
    reusedConnection: true,
    roundTripMs: 0.1,
    headersMs: 30,
    waitingMs: null,
    processingMs: null,
    firstChunkMs: 117,
    firstTokenMs: 117,
    firstAnswerMs: part.firstTokenMs === undefined ? 117 : part.firstTokenMs,
    firstLineMs: 147,
    lastTokenMs: 279,
    endMs: 281,
    chars: 164,
    pieces: 41,
    curve: [],
    promptSize: null,
    usage: { promptTokens: 1804, cachedTokens: 1700, completionTokens: 44 },
    server: { prefillMs: 88, decodeMs: 160 },
    ...part,
  };
}

/** A hosted request on a new connection whose server reports no timings. */
export function hostedLane(id: string, part: Partial<LaneRecord> = {}): LaneRecord {
  return lane(id, {
    provider: 'openai-completions',
    connectedMs: 62,
    reusedConnection: false,
    headersMs: 170,
    firstTokenMs: 182,
    firstLineMs: 206,
    lastTokenMs: 302,
    endMs: 303,
    server: {},
    ...part,
  });
}

/** The built-in predictor, not sure enough to speak. */
export function unsureLane(confidence: number, endMs = 1.6): LaneRecord {
  return lane('built-in', {
    provider: 'embedded',
    outcome: 'silent',
    dispatchedMs: 0,
    connectedMs: null,
    reusedConnection: null,
    headersMs: null,
    firstTokenMs: endMs,
    firstLineMs: null,
    lastTokenMs: endMs,
    endMs,
    chars: 18,
    pieces: 1,
    usage: {},
    server: {},
    confidence,
  });
}

/** A request that was aborted before its first token. */
export function stoppedLane(id: string, endMs: number): LaneRecord {
  return hostedLane(id, {
    outcome: 'stopped',
    connectedMs: 60,
    headersMs: null,
    firstTokenMs: null,
    firstLineMs: null,
    lastTokenMs: null,
    endMs,
    chars: 0,
    pieces: 0,
    usage: {},
  });
}

/** A request that the server refused. */
export function refusedLane(id: string, status: number, endMs = 88): LaneRecord {
  return { ...stoppedLane(id, endMs), outcome: 'failed', error: { code: 'auth', status } };
}

let races = 0;

type Shown = NonNullable<RaceRecord['shown']>;
type RacePart = Partial<Omit<RaceRecord, 'shown'>> & {
  /** Without `race`, the text is of this race. */
  readonly shown?: (Omit<Shown, 'race'> & Partial<Pick<Shown, 'race'>>) | null;
};

/** One keystroke; by default shown from its first lane. */
export function race(lanes: readonly LaneRecord[], part: RacePart = {}): RaceRecord {
  races += 1;
  const id = part.id ?? `race-${races}`;
  const shown = part.shown ?? { model: lanes[0]?.model ?? 'built-in', source: 'race', chars: 32 };
  return {
    v: RECORD_VERSION,
    kind: 'race',
    id,
    at: FIXTURE_NOW,
    language: 'typescript',
    trigger: 'automatic',
    policy: 'adaptive',
    budgetMs: 300,
    askedMs: 61,
    returnedMs: 147,
    silence: null,
    lanes,
    ...part,
    shown: part.shown === null ? null : { race: id, ...shown },
  };
}

export function snapshot(part: Partial<PanelSnapshot> = {}): PanelSnapshot {
  return {
    budgetMs: 300,
    policy: 'adaptive',
    enabled: true,
    models: [],
    measured: null,
    races: [],
    totals: {
      keystrokes: 0,
      shownInTime: null,
      shownMedianMs: null,
      requestsPerShown: null,
      wastedShare: null,
    },
    problems: [],
    resolvedOn: 'this machine',
    ...part,
  };
}

/** A fresh laptop: the built-in predictor, which nothing has asked yet. */
export function emptySnapshot(): PanelSnapshot {
  const none = percentiles({ p50Ms: null, p90Ms: null, n: 0, censored: 0 });
  const fresh = {
    state: 'unused',
    ttft: none,
    fromKey: none,
    segments: null,
    inTime: null,
    requests: 0,
    wins: 0,
    last: null,
  } as const;
  return snapshot({ models: [builtIn(fresh)] });
}

/** An hour of work with six models of all kinds: local, hosted, queueing, built-in and refused. */
export function typicalSnapshot(): PanelSnapshot {
  return snapshot({
    models: typicalModels(),
    measured: typicalRun(),
    races: typicalRaces(),
    totals: {
      keystrokes: 1948,
      shownInTime: share(1344, 1948),
      shownMedianMs: 138,
      requestsPerShown: 1.5,
      wastedShare: 0.31,
    },
    problems: [
      {
        severity: 'error',
        title: 'deepseek-fim: all 41 requests refused since 13:52',
        detail: 'HTTP 401, "invalid api key". It cannot win a race until the key works.',
        action: { type: 'set-key', model: 'deepseek-fim' },
      },
      {
        severity: 'warning',
        title: 'firstToken.models[2]: minP is not sent',
        detail: 'This server does not know the parameter. Remove it, or use another provider.',
        action: { type: 'open-settings' },
      },
      {
        severity: 'note',
        title: 'editor.inlineSuggest.minShowDelay is 80',
        detail:
          'The editor holds every answer for 80 ms after it asks. That is part of your 300 ms.',
      },
    ],
  });
}

function typicalModels(): readonly ModelSummary[] {
  return [
    model('qwen-local', {
      provider: 'llama-server',
      detail: 'llama-server · 127.0.0.1:8012',
      ttft: percentiles({
        p50Ms: 95,
        p50Interval: { lowMs: 91, highMs: 99 },
        p90Ms: 178,
        p90Interval: { lowMs: 165, highMs: 201 },
        p95Ms: 214,
        n: 604,
        censored: 31,
      }),
      fromKey: percentiles({
        p50Ms: 119,
        p50Interval: { lowMs: 115, highMs: 123 },
        p90Ms: 202,
        p90Interval: { lowMs: 189, highMs: 225 },
        n: 604,
        censored: 31,
      }),
      byConnection: {
        cold: percentiles({ p50Ms: 97, n: 12 }),
        warm: percentiles({ p50Ms: 95, p90Ms: 177, n: 592, censored: 31 }),
      },
      byCache: {
        cold: percentiles({ p50Ms: 412, p90Ms: 640, n: 38 }),
        warm: percentiles({ p50Ms: 91, p90Ms: 140, n: 566, censored: 31 }),
      },
      cache: {
        hitShare: 0.94,
        cachedTokens: 1_024_300,
        promptTokens: 1_089_616,
        n: 573,
        from: 'server',
      },
      decode: decode({ earlyTps: 96, lateTps: 68, n: 88 }),
      speed: speed([60, 0.005, 10.2, 0.009], { n: 88, longestOutputTokens: 240 }),
      endToEndTps: 54,
      segments: [
        phase('wait', 24),
        phase('connect', 1),
        phase('network', 0.4),
        phase('queue', 5.6),
        phase('prefill', 88, 'server'),
      ],
      tps: 83,
      inTime: share(586, 604),
      requests: 604,
      wins: 412,
      errors: 1,
      stopped: 121,
      wastedTokens: 4210,
    }),
    model('gemini-flash', {
      detail: 'gateway.example',
      ttft: percentiles({ p50Ms: 189, p90Ms: 295, n: 412, censored: 18 }),
      fromKey: percentiles({ p50Ms: 213, p90Ms: 319, n: 412, censored: 18 }),
      byConnection: {
        cold: percentiles({ p50Ms: 251, p90Ms: 340, n: 60 }),
        warm: percentiles({ p50Ms: 181, p90Ms: 270, n: 352, censored: 18 }),
      },
      queue: { p50Ms: 41, p90Ms: 96, n: 300, from: 'estimated', plusMinusMs: 19 },
      cache: {
        hitShare: 0.5,
        cachedTokens: 300_000,
        promptTokens: 600_000,
        n: 400,
        from: 'estimated',
      },
      decode: decode({ earlyTps: 182, lateTps: 131, n: 61, tokensFrom: 'estimated' }),
      speed: speed([170, 0.02, 5.4, 0.002], { n: 61, longestOutputTokens: 512 }),
      endToEndTps: 88,
      segments: [
        phase('wait', 24),
        phase('connect', 2),
        phase('network', 36),
        phase('queue', 41, 'estimated', 19),
        phase('prefill', 110, 'estimated', 19),
      ],
      tps: 156,
      tpsEstimated: true,
      inTime: share(354, 412),
      requests: 412,
      wins: 141,
      errors: 5,
      stopped: 166,
      wastedTokens: 8420,
      wastedEstimated: true,
    }),
    model('coder-7b', {
      detail: 'vLLM · gpu-02.example:8000',
      ttft: percentiles({ p50Ms: 163, p90Ms: 1263, n: 388, censored: 90 }),
      fromKey: percentiles({ p50Ms: 187, p90Ms: 1287, n: 388, censored: 90 }),
      byConnection: {
        cold: percentiles({ p50Ms: 190, n: 20 }),
        warm: percentiles({ p50Ms: 160, p90Ms: 1260, n: 368, censored: 90 }),
      },
      queue: { p50Ms: 31, p90Ms: 1130, n: 298, from: 'server', plusMinusMs: null },
      decode: decode({ earlyTps: 88, lateTps: 71, n: 44 }),
      speed: speed([160, 0.04, 11.3, 0.005], { n: 44, longestOutputTokens: 512 }),
      endToEndTps: 47,
      segments: [
        phase('wait', 24),
        phase('network', 9),
        phase('queue', 31, 'server'),
        phase('prefill', 123, 'server'),
      ],
      tps: 79,
      inTime: share(275, 388),
      requests: 388,
      wins: 96,
      errors: 3,
      stopped: 201,
      wastedTokens: 6144,
    }),
    model('codestral', {
      isDefault: true,
      detail: 'api.example.com',
      ttft: percentiles({ p50Ms: 261, p90Ms: 394, n: 544, censored: 44 }),
      fromKey: percentiles({ p50Ms: 285, p90Ms: 418, n: 544, censored: 44 }),
      byConnection: {
        cold: percentiles({ p50Ms: 335, p90Ms: 470, n: 98 }),
        warm: percentiles({ p50Ms: 248, p90Ms: 371, n: 446, censored: 44 }),
      },
      decode: decode({ earlyTps: 142, lateTps: 98, n: 93 }),
      speed: speed([255, 0.01, 7, 0.006], { n: 93, longestOutputTokens: 512 }),
      endToEndTps: 61,
      segments: [
        phase('wait', 24),
        phase('connect', 9),
        phase('network', 40),
        phase('server', 212),
      ],
      tps: 120,
      inTime: share(305, 544),
      requests: 544,
      wins: 203,
      errors: 11,
      stopped: 190,
      wastedTokens: 5981,
    }),
    builtIn(),
    model('deepseek-fim', {
      state: 'failing',
      detail: 'api.deepseek.example',
      fault: {
        message: 'The server refused the API key (HTTP 401).',
        since: FIXTURE_NOW - 40 * 60_000,
      },
      ttft: percentiles({ p50Ms: null, p90Ms: null, n: 41, censored: 0 }),
      fromKey: percentiles({ p50Ms: null, p90Ms: null, n: 41, censored: 0 }),
      segments: null,
      tps: null,
      inTime: share(0, 41),
      requests: 41,
      wins: 0,
      errors: 41,
      stopped: 0,
      wastedTokens: 0,
      last: null,
    }),
  ];
}

/** A measuring run over two models; the second refused some of it. */
function typicalRun(): NonNullable<PanelSnapshot['measured']> {
  const row = (
    id: string,
    promptTokens: number,
    cold: number,
    repeated: number,
    part: Partial<MeasuredRow> = {},
  ): MeasuredRow => ({
    model: id,
    at: FIXTURE_NOW - 1_800_000,
    promptTokens,
    promptTokensCounted: Math.round(promptTokens * 0.9),
    cold: percentiles({
      p50Ms: cold,
      p50Interval: { lowMs: cold * 0.9, highMs: cold * 1.15 },
      n: 5,
    }),
    repeated: percentiles({ p50Ms: repeated, n: 5 }),
    tps: 92,
    tpsEstimated: false,
    silent: 0,
    errors: 0,
    ...part,
  });
  return {
    at: FIXTURE_NOW - 1_800_000,
    rows: [
      row('qwen-local', 256, 88, 41),
      row('qwen-local', 1024, 241, 48),
      row('qwen-local', 4096, 1102, 63, { tps: 71 }),
      row('coder-7b', 256, 121, 70, { errors: 1 }),
      row('coder-7b', 1024, 190, 74, { errors: 2, tps: null }),
    ],
  };
}

function typicalRaces(): readonly RaceRecord[] {
  return [
    race([
      lane('qwen-local', { processingMs: 27, server: { prefillMs: 88 } }),
      stoppedLane('codestral', 147),
    ]),
    race(
      [
        hostedLane('coder-7b', {
          connectedMs: 33,
          firstTokenMs: 1776,
          firstLineMs: 1810,
          lastTokenMs: 1842,
          endMs: 1843,
          server: { queueMs: 1612, prefillMs: 131 },
        }),
        hostedLane('gemini-flash', { dispatchedMs: 30 }),
        unsureLane(0.31),
      ],
      {
        id: 'second-first',
        at: FIXTURE_NOW - 365_000,
        language: 'python',
        returnedMs: 206,
        shown: { race: 'second-first', model: 'gemini-flash', source: 'race', chars: 21 },
      },
    ),
    race(
      [
        hostedLane('codestral', {
          connectedMs: 136,
          firstTokenMs: 417,
          firstLineMs: 452,
          lastTokenMs: 562,
          endMs: 563,
        }),
        unsureLane(0.22, 1.1),
      ],
      {
        at: FIXTURE_NOW - 372_000,
        language: 'go',
        returnedMs: null,
        shown: null,
        silence: 'late',
      },
    ),
    race([], {
      at: FIXTURE_NOW - 375_000,
      returnedMs: 3,
      shown: { race: 'typed-through', model: 'qwen-local', source: 'memory', chars: 12 },
    }),
    race(
      [
        lane('qwen-local', {
          processingMs: 32,
          firstTokenMs: 101,
          firstLineMs: 129,
          lastTokenMs: 189,
          endMs: 190,
          server: {},
        }),
        refusedLane('deepseek-fim', 401),
      ],
      { id: 'typed-through', at: FIXTURE_NOW - 379_000, returnedMs: 129 },
    ),
    race(
      [
        hostedLane('gemini-flash', {
          connectedMs: 61,
          firstTokenMs: 214,
          firstLineMs: 240,
          lastTokenMs: 318,
          endMs: 320,
          server: { queueMs: 18, prefillMs: 96 },
        }),
        stoppedLane('coder-7b', 240),
      ],
      { at: FIXTURE_NOW - 391_000, language: 'rust', returnedMs: 240 },
    ),
    race([stoppedLane('codestral', 96)], {
      at: FIXTURE_NOW - 392_000,
      returnedMs: null,
      shown: null,
      silence: 'superseded',
    }),
  ];
}

/**
 * A first quarter of an hour with slow servers: times of seconds with their intervals and open ends, a
 * queue with its ±, no long answers, a model that thinks, a fit that knows next to nothing, and a
 * request that was asked long after the first of its race.
 */
export function slowSnapshot(): PanelSnapshot {
  const queued = percentiles({
    p50Ms: 2161,
    p50Interval: { lowMs: 2158, highMs: 2164 },
    p90Interval: { lowMs: 2169, highMs: null },
    n: 1067,
    censored: 1034,
  });
  const fit = speed([180, 0.4, 11, 0], { longestPromptTokens: 27, longestOutputTokens: 31 });
  const draws = fit.draws.map(
    ([base, p, t, growth], i) => [base, p * (i + 1) * 9, t, growth] as const,
  );
  const unsure = { ...fit, draws };
  const models = [
    model('simulated-120ms', {
      isDefault: true,
      detail: 'OpenAI-compatible · 127.0.0.1:41559',
      ttft: percentiles({ p50Ms: 121, p50Interval: { lowMs: 120, highMs: 122 }, n: 78 }),
      fromKey: percentiles({ p50Ms: 170, p50Interval: { lowMs: 166, highMs: 189 }, n: 28 }),
      byConnection: {
        cold: percentiles({ p50Ms: 124, n: 2 }),
        warm: percentiles({ p50Ms: 121, n: 76 }),
      },
      segments: [phase('wait', 50), phase('network', 0.3), phase('server', 120)],
      speed: unsure,
      inTime: share(66, 67),
      requests: 153,
    }),
    model('simulated-queue', {
      ttft: queued,
      fromKey: queued,
      byConnection: {
        cold: queued,
        warm: percentiles({ p50Ms: 2158, n: 1040, censored: 1034 }),
      },
      queue: { p50Ms: 1990, p90Ms: 2002, n: 1030, from: 'estimated', plusMinusMs: 73 },
      segments: [phase('wait', 50), phase('queue', 1990, 'estimated', 73), phase('server', 121)],
      speed: speed([2160, 0.01, 9, 0]),
      inTime: share(1, 1067),
      requests: 1153,
      wins: 1020,
      errors: 0,
    }),
    model('simulated-thinker', {
      ttft: percentiles({ p50Ms: 121, p90Ms: 130, n: 40 }),
      fromKey: percentiles({
        p50Ms: 430,
        p90Ms: 520,
        p90Interval: { lowMs: 480, highMs: 1610 },
        n: 40,
      }),
      firstAnswer: percentiles({ p50Ms: 380, p90Ms: 470, n: 40 }),
      queue: { p50Ms: 0, p90Ms: 46, n: 40, from: 'derived', plusMinusMs: null },
      segments: [phase('wait', 50), phase('server', 121)],
      speed: { ...unsure, longestPromptTokens: 4000, longestOutputTokens: 300 },
      inTime: share(4, 40),
      requests: 40,
    }),
    builtIn({
      ttft: percentiles({ p50Ms: 0.4, p50Interval: { lowMs: 0.3, highMs: 0.6 }, p90Ms: 1, n: 190 }),
      fromKey: percentiles({
        p50Ms: 0.6,
        p50Interval: { lowMs: 0.5, highMs: 0.9 },
        p90Ms: 101,
        p90Interval: { lowMs: 54, highMs: 102 },
        n: 190,
      }),
      inTime: share(44, 190),
      requests: 190,
    }),
  ];
  const late = { dispatchedMs: 430, connectedMs: 431, headersMs: 440 };
  return {
    ...typicalSnapshot(),
    models,
    races: [
      race(
        [
          unsureLane(0.2),
          hostedLane('simulated-120ms', {
            ...late,
            firstTokenMs: 551,
            firstLineMs: 570,
            lastTokenMs: 590,
            endMs: 590,
          }),
        ],
        { returnedMs: 570, shown: { model: 'simulated-120ms', source: 'race', chars: 12 } },
      ),
      race(
        [
          hostedLane('simulated-thinker', {
            firstAnswerMs: 430,
            firstLineMs: 460,
            lastTokenMs: 480,
            endMs: 481,
          }),
        ],
        { returnedMs: null, shown: null, silence: 'late' },
      ),
    ],
  };
}

/** Nothing answers: refused, unreachable and misconfigured, and First Token tells why. */
export function faultySnapshot(): PanelSnapshot {
  const down = (message: string, part: Partial<ModelSummary>): Partial<ModelSummary> => ({
    state: 'failing',
    fault: { message, since: FIXTURE_NOW - 600_000 },
    ttft: percentiles({ p50Ms: null, p90Ms: null, n: 12, censored: 0 }),
    fromKey: percentiles({ p50Ms: null, p90Ms: null, n: 12, censored: 0 }),
    segments: null,
    tps: null,
    inTime: share(0, 12),
    requests: 12,
    wins: 0,
    errors: 12,
    stopped: 0,
    wastedTokens: 0,
    last: null,
    ...part,
  });
  return snapshot({
    models: [
      model('codestral', down('The server refused the API key (HTTP 401).', { isDefault: true })),
      model('qwen-local', {
        ...down('Nothing listens at 127.0.0.1:8012. Start the server.', {}),
        provider: 'llama-server',
        detail: 'llama-server · 127.0.0.1:8012',
      }),
      model('typo', {
        ...down('The endpoint is not a URL.', { requests: 0, errors: 0, inTime: null }),
        state: 'misconfigured',
      }),
      builtIn(),
    ],
    races: [
      race(
        [
          refusedLane('codestral', 401),
          {
            ...refusedLane('qwen-local', 0, 26),
            connectedMs: null,
            reusedConnection: null,
            error: { code: 'unreachable' },
          },
        ],
        {
          returnedMs: null,
          shown: null,
          silence: 'failed',
        },
      ),
    ],
    totals: { ...typicalSnapshot().totals, shownInTime: share(3, 40), shownMedianMs: null },
    problems: [
      {
        severity: 'error',
        title: 'codestral: the key was refused',
        detail: 'HTTP 401.',
        action: { type: 'set-key', model: 'codestral' },
      },
    ],
  });
}

/** Many models, of which the default is the slowest and one fails. */
export function manySnapshot(models = 30): PanelSnapshot {
  const all = Array.from({ length: models }, (_, i) =>
    model(`model-${String(i + 1).padStart(2, '0')}`, {
      isDefault: i === models - 1,
      inTime: share(396 - i * 9, 400),
      fromKey: percentiles({ p50Ms: 90 + i * 14, p90Ms: 180 + i * 31, n: 400, censored: 10 }),
      ttft: percentiles({ p50Ms: 66 + i * 14, p90Ms: 156 + i * 31, n: 400, censored: 10 }),
      segments: [
        phase('wait', 24),
        ...(i % 4 === 0 ? [] : [phase('connect', 12)]),
        phase('server', 60 + i * 14),
      ],
      speed: speed([60 + i * 14, 0.02, 6 + i / 4, 0.002], { n: 40 }),
      ...(i === 20
        ? {
            state: 'failing',
            fault: { message: 'The server answers HTTP 503.', since: FIXTURE_NOW },
          }
        : {}),
    }),
  );
  const many = Array.from({ length: 30 }, (_, i) =>
    race(
      all.slice(0, 5).map((m, k) => hostedLane(m.id, { dispatchedMs: 24 + k, endMs: 310 + i })),
      { at: FIXTURE_NOW - i * 4000, returnedMs: 206 },
    ),
  );
  return { ...typicalSnapshot(), models: all, races: many };
}

/** Names and messages that try to be more than text. */
export const HOSTILE_NAMES = [
  '<img src=x onerror=alert(1)><b>bold</b>',
  'a-very-long-name-without-any-break-'.repeat(12),
  'מודל-מהיר-123',
  'gpt\u202Eevil\u202C',
  'line\nbreak\u0000\u0007 and \u200Bzero',
  '"}</script><script>document.title="owned"</script>',
] as const;

export function hostileSnapshot(): PanelSnapshot {
  const models = HOSTILE_NAMES.map((id, i) =>
    model(id, {
      isDefault: i === 0,
      detail: `vLLM · ${id}`,
      ...(i === 1 ? { state: 'failing', fault: { message: id, since: FIXTURE_NOW } } : {}),
    }),
  );
  return {
    ...typicalSnapshot(),
    models,
    races: HOSTILE_NAMES.map((id) => race([hostedLane(id)], { language: id, returnedMs: 206 })),
    problems: HOSTILE_NAMES.map((id) => ({ severity: 'warning', title: id, detail: id })),
    resolvedOn: HOSTILE_NAMES[0],
  };
}
