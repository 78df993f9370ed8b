import type { Provider } from './model.ts';
import type { RaceRecord } from './record.ts';

/**
 * Messages between the panel host and the panel. Versioned: a panel that was kept open across an
 * update and speaks another version asks to be reopened instead of guessing.
 */
export const PROTOCOL_VERSION = 2;

/** A share of keystrokes with its 95 % Wilson interval, 0 to 1, and the sample size. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** A 95 % interval in ms; `highMs` null where the sample does not reach that far. */
export interface Interval {
  readonly lowMs: number;
  readonly highMs: number | null;
}

/**
 * Percentiles of a duration in ms. Null where the sample is too small or too censored to say; an interval
 * may still tell its lower bound then. What each figure of a model means: docs/figures.md.
 */
export interface Percentiles {
  readonly p50Ms: number | null;
  readonly p50Interval: Interval | null;
  readonly p90Ms: number | null;
  readonly p90Interval: Interval | null;
  /** Null under 100 requests. */
  readonly p95Ms: number | null;
  /** Null under 1000 requests. */
  readonly p99Ms: number | null;
  /** Requests behind the figure, stopped ones included. */
  readonly n: number;
  /** Of those, stopped before it was over: known only to be "at least". */
  readonly censored: number;
}

export type ModelState = 'ready' | 'unused' | 'failing' | 'misconfigured';

/** The latest fault of a model, in words for the person. */
export interface ModelFault {
  readonly message: string;
  /** Epoch ms of its first occurrence in the current run of failures. */
  readonly since: number;
}

/**
 * How a phase is known: reported by the server, derived from what the protocol showed when, or
 * estimated from the model's own unqueued requests. What is not known is left out.
 */
export type Provenance = 'server' | 'derived' | 'estimated';

/**
 * From the keystroke to the first token. `wait`: debounce, the editor and building the prompt.
 * `network`: one round trip. `server`: what could not be told apart of queue, load and prefill.
 */
export type PhaseName = 'wait' | 'connect' | 'network' | 'queue' | 'load' | 'prefill' | 'server';

/**
 * One phase of a request. `plusMinusMs`: half of its 95 % interval, where it is estimated; of a queue that is
 * known only to be at least so long, how much longer it may have been.
 */
export interface Phase {
  readonly name: PhaseName;
  readonly ms: number;
  readonly from: Provenance;
  readonly plusMinusMs: number | null;
}

/**
 * What a model takes from a ready connection to its first token when nothing queues, network included:
 * `baseMs + msPerUncachedToken × prompt tokens that are not cached`, fitted to its own requests.
 */
export interface Floor {
  readonly baseMs: number;
  readonly msPerUncachedToken: number;
  /** Half of the interval that holds 95 % of its unqueued requests. */
  readonly plusMinusMs: number;
  /** As long as this at least five prompts were, uncached: of much longer ones it says nothing. */
  readonly longestTokens: number;
  /** Prompt characters per token, for requests whose tokens the server did not count. */
  readonly charsPerToken: number;
  /** Requests behind the fit. */
  readonly n: number;
}

/** Time that requests waited in the server's scheduler, over those of which it is known. */
export interface QueueFigure {
  readonly p50Ms: number;
  readonly p90Ms: number | null;
  readonly n: number;
  /** The weakest provenance among them. */
  readonly from: Provenance;
  readonly plusMinusMs: number | null;
}

/** Prompt tokens read from the server's KV cache. */
export interface CacheFigure {
  /** 0 to 1. */
  readonly hitShare: number;
  readonly cachedTokens: number;
  readonly promptTokens: number;
  readonly n: number;
  readonly from: 'server' | 'estimated';
}

/**
 * Decode rate by position in the output. Tokens per second throughout. `byPosition` is what was measured;
 * `earlyTps`, `lateTps`, `decline` and `fallPer1000` say the same of the fitted line, so they agree with each other.
 */
export interface DecodeFigure {
  /** Fitted at the first token. */
  readonly earlyTps: number;
  /** Fitted at token `longestTokens`, the last one that was measured. */
  readonly lateTps: number;
  /** 1 − late ÷ early: 0.35 is a decline by 35 % over `longestTokens`; negative where the rate rises. */
  readonly decline: number;
  /** Share of the early rate that is lost by token 1000; beyond `longestTokens` it is a guess. */
  readonly fallPer1000: number;
  /** Medians over the answers that cover at least half of the bucket; buckets that none covers are left out. */
  readonly byPosition: readonly {
    readonly fromToken: number;
    readonly toToken: number;
    readonly tps: number;
    readonly n: number;
  }[];
  /** The longest output behind the fit, tokens. */
  readonly longestTokens: number;
  /** Answers behind the figure. */
  readonly n: number;
  /** `estimated`: tokens counted from characters, because the server reported none. */
  readonly tokensFrom: 'server' | 'estimated';
}

/**
 * What a job's time is made of: TTFT as `baseMs + msPerPromptToken × prompt tokens to be read`, and the
 * time per output token as `msPerToken + growthMs × position`. `draws`: the same four figures from
 * resampled requests, for an interval; empty where there are too few requests to resample.
 */
export interface ModelSpeed {
  readonly fit: SpeedFit;
  readonly draws: readonly SpeedFit[];
  /** Requests behind the fit, of either part. */
  readonly n: number;
  /** Share of a keystroke's prompt that its server has cached, 0 to 1; 0 where not known. */
  readonly cachedShare: number;
  /** The most prompt tokens that had to be read: what came from the cache is not in it. */
  readonly longestPromptTokens: number;
  readonly longestOutputTokens: number;
}

/** None is negative: a longer job never takes less. */
export type SpeedFit = readonly [
  baseMs: number,
  msPerPromptToken: number,
  msPerToken: number,
  growthMs: number,
];

/** What the latest run of `Measure Models` that measured them says of a model at one prompt size. */
export interface MeasuredRow {
  readonly model: string;
  /** When that run began. Rows of one run have the same, and no others. */
  readonly at: number;
  /** As aimed at, by the usual ratio of characters to tokens. */
  readonly promptTokens: number;
  /** As the server counted them, the median of the cold prompts; null where it does not. */
  readonly promptTokensCounted: number | null;
  readonly cold: Percentiles;
  readonly repeated: Percentiles;
  readonly tps: number | null;
  /** True when its tokens were counted from characters. */
  readonly tpsEstimated: boolean;
  /** Requests that ended well without a single token: they have no TTFT and stand in no other figure. */
  readonly silent: number;
  readonly errors: number;
}

/** Everything that status bar, picker and panel say of one model. */
export interface ModelSummary {
  readonly id: string;
  readonly provider: Provider;
  /** For example `llama-server · 127.0.0.1:8012`. Remote text: escape it. */
  readonly detail: string;
  readonly isDefault: boolean;
  readonly state: ModelState;
  readonly fault: ModelFault | null;
  /** Dispatch to first token: the field's TTFT. */
  readonly ttft: Percentiles;
  /** Keystroke to the first token of the answer: what the budget judges. */
  readonly fromKey: Percentiles;
  /** TTFT on a new and on a kept connection. */
  readonly byConnection: { readonly cold: Percentiles; readonly warm: Percentiles };
  /** TTFT where less, and where at least, half of the prompt came from the cache; null where not known. */
  readonly byCache: { readonly cold: Percentiles; readonly warm: Percentiles } | null;
  /** Dispatch to the first token of the answer, for a model that thinks before it; else null. */
  readonly firstAnswer: Percentiles | null;
  readonly queue: QueueFigure | null;
  /** Null until enough is known of it. */
  readonly floor: Floor | null;
  readonly cache: CacheFigure | null;
  readonly decode: DecodeFigure | null;
  /** Null until enough is known of it. */
  readonly speed: ModelSpeed | null;
  /** Median of all tokens ÷ the whole time, tokens per second, TTFT included; null where undefined. */
  readonly endToEndTps: number | null;
  /** A typical request from the key to its first token; the phases add up to it. */
  readonly segments: readonly Phase[] | null;
  /** Median decode rate after the first chunk, tokens per second; null where undefined. */
  readonly tps: number | null;
  /** True when token counts were estimated from characters because the server reported none. */
  readonly tpsEstimated: boolean;
  /** Requests whose answer began within the budget, of all that could show it; errors count as missed. */
  readonly inTime: Share | null;
  readonly requests: number;
  readonly wins: number;
  readonly errors: number;
  readonly stopped: number;
  /** Answer tokens that nobody was shown. */
  readonly wastedTokens: number;
  readonly wastedEstimated: boolean;
  readonly last: {
    readonly fromKeyMs: number;
    readonly ttftMs: number;
    readonly at: number;
  } | null;
}

export interface PanelSnapshot {
  readonly budgetMs: number;
  readonly policy: 'solo' | 'adaptive' | 'race';
  readonly enabled: boolean;
  readonly models: readonly ModelSummary[];
  /** Of each model and prompt size the latest measuring run, `at` of the youngest; null before the first. */
  readonly measured: { readonly at: number; readonly rows: readonly MeasuredRow[] } | null;
  /** Newest first, at most 30. */
  readonly races: readonly RaceRecord[];
  readonly totals: {
    readonly keystrokes: number;
    readonly shownInTime: Share | null;
    readonly shownMedianMs: number | null;
    readonly requestsPerShown: number | null;
    readonly wastedShare: number | null;
  };
  readonly problems: readonly {
    readonly severity: 'error' | 'warning' | 'note';
    readonly title: string;
    readonly detail: string;
    readonly action?: PanelAction;
  }[];
  /** Where loopback endpoints are looked up: "this machine" or the remote's name. */
  readonly resolvedOn: string;
}

export type HostMessage =
  | {
      readonly v: typeof PROTOCOL_VERSION;
      readonly type: 'snapshot';
      readonly snapshot: PanelSnapshot;
    }
  | { readonly v: typeof PROTOCOL_VERSION; readonly type: 'loading' };

/** What a button in the panel may ask for; the host validates it and runs the matching command. */
export type PanelAction =
  | { readonly type: 'set-default'; readonly model: string }
  | { readonly type: 'set-key'; readonly model: string }
  | { readonly type: 'select-default' }
  | { readonly type: 'toggle' }
  | { readonly type: 'measure' }
  | { readonly type: 'open-settings' }
  | { readonly type: 'export' }
  | { readonly type: 'clear' };

export type PanelMessage =
  | { readonly v: typeof PROTOCOL_VERSION; readonly type: 'ready' }
  | { readonly v: typeof PROTOCOL_VERSION; readonly type: 'action'; readonly action: PanelAction };
