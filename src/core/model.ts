import type { CompletionRequest } from './request.ts';

/** The wire protocols of this version; `embedded` is the in-process predictor. */
export type Provider = 'embedded' | 'llama-server' | 'openai-completions' | 'ollama';

/** Token counts as the server reported them (never counted chunks). */
export interface TokenUsage {
  readonly promptTokens?: number;
  /** Prompt tokens served from the server's KV cache. */
  readonly cachedTokens?: number;
  readonly completionTokens?: number;
}

/** Phase durations as the server reported them, in milliseconds whatever unit the wire used. */
export interface ServerTimings {
  readonly queueMs?: number;
  /** Model load; for Ollama also its scheduler wait, which it does not separate. */
  readonly loadMs?: number;
  readonly prefillMs?: number;
  readonly decodeMs?: number;
  readonly totalMs?: number;
}

/**
 * What a model says, in order. A failure, before or after the first byte, is a thrown
 * `CompletionError`; an abort ends the iteration by throwing one with code `aborted`.
 */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  /** Thinking that is not part of the answer; it never counts as a first token of the answer. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** Calibrated probability, 0 to 1, that the text that follows is what the person would write. */
  | { readonly type: 'confidence'; readonly probability: number }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  | { readonly type: 'timings'; readonly timings: ServerTimings }
  /** `stop`: the model ended or met a stop string; `length`: the token limit cut it. */
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' };

/**
 * Transport moments that no part carries. `connected` comes with `reused` true when a warm
 * connection was taken; `processing` is the first sign that prefill began (llama-server progress).
 */
export type TransportMark =
  | { readonly name: 'connected'; readonly reused: boolean }
  | { readonly name: 'headers' }
  | { readonly name: 'processing' };

export interface StreamOptions {
  /** Aborting must reach the socket. */
  readonly signal: AbortSignal;
  /** Called synchronously at the moment of each mark, so that the lane's clock can stamp it. */
  readonly onMark: (mark: TransportMark) => void;
}

/** The seam between the race and every back end. */
export interface CompletionModel {
  readonly id: string;
  readonly provider: Provider;
  /**
   * One physical server is one queue: models with the same key are not raced against each other.
   * The endpoint's origin, or null for the embedded predictor.
   */
  readonly queueKey: string | null;
  stream(request: CompletionRequest, options: StreamOptions): AsyncIterable<Part>;
}
