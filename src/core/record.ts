import type { Provider, ServerTimings, TokenUsage } from './model.ts';
import type { ErrorCode } from './outcome.ts';
import type { Trigger } from './request.ts';

/**
 * What is kept of a keystroke: times, counts, ids and the language. Never code, prompts, paths or
 * file names. All `…Ms` fields of a race and its lanes are milliseconds since that race's keystroke,
 * on the monotonic clock; `at` is the only wall-clock value.
 */
export const RECORD_VERSION = 1;

/** How one model's request ended. `stopped`: we aborted it. `silent`: it ended well, without usable text. */
export type LaneOutcome = 'finished' | 'stopped' | 'failed' | 'silent';

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
  readonly headersMs: number | null;
  /** First sign that prefill began, where the protocol shows it. */
  readonly processingMs: number | null;
  /** First non-empty answer text. */
  readonly firstTokenMs: number | null;
  /** First text that may be shown: one complete line. */
  readonly firstLineMs: number | null;
  /** The last piece of answer text. */
  readonly lastTokenMs: number | null;
  /** End of stream, failure or abort. */
  readonly endMs: number;
  /** Answer characters received. */
  readonly chars: number;
  /** Pieces of answer text received. Not tokens: a piece may hold several. */
  readonly pieces: number;
  readonly usage: TokenUsage;
  readonly server: ServerTimings;
  /** Calibrated probability, embedded predictor only. */
  readonly confidence?: number;
}

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
  | 'late'
  | 'unsure'
  | 'empty'
  | 'repeats-suffix'
  | 'failed'
  | 'no-model';

export interface RaceRecord {
  readonly v: typeof RECORD_VERSION;
  readonly kind: 'race';
  readonly id: string;
  /** Epoch milliseconds of the keystroke. */
  readonly at: number;
  readonly language: string;
  readonly trigger: Trigger;
  readonly policy: 'solo' | 'adaptive' | 'race';
  readonly budgetMs: number;
  /** The editor called the provider. */
  readonly askedMs: number;
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

export type JournalRecord = RaceRecord | AcceptRecord;
