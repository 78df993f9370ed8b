import type { Provider, ServerTimings, TokenUsage } from './model.ts';
import type { ErrorCode } from './outcome.ts';
import type { Trigger } from './request.ts';

/**
 * What is kept of a keystroke: times, counts, ids and the language. Never code, prompts, paths or
 * file names. All `…Ms` fields of a race and its lanes are milliseconds since that race's keystroke,
 * on the monotonic clock; `at` is the only wall-clock value.
 */
export const RECORD_VERSION = 2;

/** How one model's request ended. `stopped`: we aborted it. `silent`: it ended well, without usable text. */
export type LaneOutcome = 'finished' | 'stopped' | 'failed' | 'silent';

/**
 * How far an answer had come: ms since the keystroke, pieces and characters received by then, and
 * tokens where the server counts them in the stream, else null. Reasoning included.
 */
export type CurvePoint = readonly [
  ms: number,
  pieces: number,
  chars: number,
  tokens: number | null,
];

/** One request to one model. A mark that did not happen is null. */
export interface LaneRecord {
  readonly model: string;
  readonly provider: Provider;
  readonly outcome: LaneOutcome;
  /** Present when `outcome` is `failed`. */
  readonly error?: { readonly code: ErrorCode; readonly status?: number };
  /** The request was handed to the transport. TTFT is `firstTokenMs - dispatchedMs`. */
  readonly dispatchedMs: number;
  readonly connectedMs: number | null;
  readonly reusedConnection: boolean | null;
  /** A duration: the network round trip, from the TCP handshake of the connection. */
  readonly roundTripMs: number | null;
  readonly headersMs: number | null;
  /** The last sign that the request still waited in the server's queue, where the protocol shows it. */
  readonly waitingMs: number | null;
  /** First sign that prefill began, where the protocol shows it. */
  readonly processingMs: number | null;
  /** First chunk of the stream, with or without text. */
  readonly firstChunkMs: number | null;
  /** First non-empty text, reasoning included. */
  readonly firstTokenMs: number | null;
  /** First non-empty text of the answer itself: what the budget judges. */
  readonly firstAnswerMs: number | null;
  /** First text that may be shown: one complete line. */
  readonly firstLineMs: number | null;
  /** The last piece of text, reasoning included. */
  readonly lastTokenMs: number | null;
  /** End of stream, failure or abort. */
  readonly endMs: number;
  /** Answer characters received. */
  readonly chars: number;
  /** Pieces of text received, reasoning included. Not tokens: a piece may hold several. */
  readonly pieces: number;
  /** The way from the first piece to the last, at most 32 points evenly spread over the pieces. */
  readonly curve: readonly CurvePoint[];
  /** The prompt as it was laid out for the model; null where the adapter does not tell. */
  readonly promptSize: { readonly chars: number; readonly repeatedChars: number } | null;
  readonly usage: TokenUsage;
  readonly server: ServerTimings;
  /** Calibrated probability, embedded predictor only. */
  readonly confidence?: number;
  /** The rule by which nothing of what it said may be shown where it was asked for. */
  readonly dropped?: DropRule;
}

/** Why text is not shown; see text/usable.ts. */
export type DropRule = 'repeats-suffix' | 'loop' | 'leaked-token' | 'unbalanced';

/** Where the text that was returned came from. */
export type ShownSource =
  /** A lane of this race. */
  | 'race'
  /** A lane that an earlier keystroke started and that still agreed. */
  | 'in-flight'
  /** An answer already complete in memory: typed-through or the rest after an acceptance. */
  | 'memory';

/** Why a keystroke ended without text. */
export type SilenceReason =
  | 'superseded'
  /** The race began with the key, and the editor did not ask; or the request was sent ahead. */
  | 'unasked'
  | 'late'
  | 'unsure'
  | 'empty'
  | 'repeats-suffix'
  /** The model said the same over and over. */
  | 'loop'
  /** The answer began with a special token of the model. */
  | 'leaked-token'
  /** The answer closed brackets that are not open. */
  | 'unbalanced'
  | 'failed'
  | 'no-model';

export interface RaceRecord {
  readonly v: typeof RECORD_VERSION;
  readonly kind: 'race';
  readonly id: string;
  /** Epoch milliseconds of the keystroke. */
  readonly at: number;
  readonly language: string;
  /** `ahead`: nobody's key, but a request for what comes after a text that was shown. */
  readonly trigger: Trigger | 'ahead';
  readonly policy: 'solo' | 'adaptive' | 'race';
  readonly budgetMs: number;
  /** The editor called the provider; null when it did not, or only after the race was over. */
  readonly askedMs: number | null;
  /** The answer was handed to the editor; null when nothing was returned. */
  readonly returnedMs: number | null;
  readonly shown: {
    /**
     * The race whose lane of `model` said the text: this one for `race`, for `in-flight` and `memory`
     * the one that started the request. With `model` it names one lane; only when that race is no
     * longer kept does the lane not exist.
     */
    readonly race: string;
    readonly model: string;
    readonly source: ShownSource;
    readonly chars: number;
  } | null;
  readonly silence: SilenceReason | null;
  /** Requests that this keystroke started; requests that it joined belong to the race that started them. */
  readonly lanes: readonly LaneRecord[];
}

/** The person took (part of) a shown text. */
export interface AcceptRecord {
  readonly v: typeof RECORD_VERSION;
  readonly kind: 'accept';
  /**
   * The `id` of the race whose keystroke showed the text, also when an earlier one had asked for it:
   * what was taken is judged by the wait before it. That race's `shown` leads on to the request.
   */
  readonly race: string;
  readonly at: number;
  readonly model: string;
  readonly chars: number;
}

/** One request of `Measure Models`: asked on purpose, not by a keystroke. */
export interface MeasurementRecord {
  readonly v: typeof RECORD_VERSION;
  readonly kind: 'measurement';
  readonly id: string;
  /** Epoch milliseconds of the dispatch. */
  readonly at: number;
  /** Shared by the requests of one run. */
  readonly run: string;
  readonly step: MeasurementStep;
  /** Its `…Ms` fields count from the dispatch. */
  readonly lane: LaneRecord;
}

/** What one measuring request asked for. */
export interface MeasurementStep {
  /** The prompt size aimed at, in tokens by the usual ratio; what it was is in the lane's usage. */
  readonly promptTokens: number;
  /** The limit on the answer. */
  readonly outputTokens: number;
  /** `cold`: a prompt never sent before. `repeated`: the one just sent. `warm-up`: before the count begins. */
  readonly cache: 'cold' | 'repeated' | 'warm-up';
}

export type JournalRecord = RaceRecord | AcceptRecord | MeasurementRecord;
