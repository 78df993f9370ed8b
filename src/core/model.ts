import type { CompletionRequest } from './request.ts';

/** The wire protocols of this version; `embedded` is the in-process predictor. */
export type Provider = 'embedded' | 'llama-server' | 'openai-completions' | 'ollama';

/** Token counts as the server reported them (never counted chunks). */
export interface TokenUsage {
  readonly promptTokens?: number;
  /** Prompt tokens served from the server's KV cache. */
  readonly cachedTokens?: number;
  /** Reasoning included. */
  readonly completionTokens?: number;
  /** Of those, thinking that is not part of the answer. */
  readonly reasoningTokens?: number;
}

/** Phase durations as the server reported them, in milliseconds whatever unit the wire used. */
export interface ServerTimings {
  readonly queueMs?: number;
  /** Model load; for Ollama also its scheduler wait, which it does not separate. */
  readonly loadMs?: number;
  readonly prefillMs?: number;
  readonly decodeMs?: number;
  /** Arrival of the request at the server to its first token, queue and load included. */
  readonly ttftMs?: number;
  readonly totalMs?: number;
}

/** Completion tokens up to and with this piece, as the server counted them in the stream. */
export type TokensSoFar = number;

/**
 * What a model says, in order. A failure, before or after the first byte, is a thrown
 * `CompletionError`; an abort ends the iteration by throwing one with code `aborted`.
 */
export type Part =
  | { readonly type: 'text'; readonly text: string; readonly tokens?: TokensSoFar }
  /** Thinking that is not part of the answer: a first token, but not the first of the answer. */
  | { readonly type: 'reasoning'; readonly text: string; readonly tokens?: TokensSoFar }
  /** Calibrated probability, 0 to 1, that the text that follows is what the person would write. */
  | { readonly type: 'confidence'; readonly probability: number }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  | { readonly type: 'timings'; readonly timings: ServerTimings }
  /** `stop`: the model ended or met a stop string; `length`: the token limit cut it. */
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' };

/** Moments of a request that no part carries. */
export type TransportMark =
  /** The prompt was laid out, before it is sent. `repeatedChars`: how much of its beginning the last one had too. */
  | { readonly name: 'prompt'; readonly chars: number; readonly repeatedChars: number }
  /**
   * A connection was there. `reused`: a warm one was taken. `roundTripMs`: what the TCP handshake of
   * this connection took when it was opened, which is one network round trip; null where unknown.
   */
  | { readonly name: 'connected'; readonly reused: boolean; readonly roundTripMs: number | null }
  | { readonly name: 'headers' }
  /** The server says that the request still waits (a keep-alive comment before the first chunk). */
  | { readonly name: 'waiting' }
  /** The first sign that prefill began (llama-server progress). */
  | { readonly name: 'processing' }
  /** A chunk of the stream, with or without text. The first one counts. */
  | { readonly name: 'chunk' };

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
