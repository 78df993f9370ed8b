/** Why a lane produced no (further) text. `aborted` is ours and is an outcome, not a fault. */
export type ErrorCode =
  | 'aborted'
  | 'timeout'
  | 'unreachable'
  | 'auth'
  | 'rate-limited'
  | 'http'
  | 'bad-stream'
  | 'empty'
  | 'config';

/**
 * The one error type of the model seam. `message` is a sentence for the person: it names the cause and
 * what to change, and never holds a key, a prompt or code.
 */
export class CompletionError extends Error {
  override readonly name = 'CompletionError';
  readonly code: ErrorCode;
  /** The HTTP status when the server answered with one. */
  readonly status: number | undefined;
  /** Milliseconds the server asked us to stay away, from `retry-after` and its relatives. */
  readonly retryAfterMs: number | undefined;
  /** Nothing was handed to the network: it says nothing new of the server, and nothing can be timed. */
  readonly unsent: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; status?: number; retryAfterMs?: number; unsent?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.unsent = options.unsent ?? false;
  }
}

/** Folds anything thrown by an adapter into the one error type; unknown throws are `bad-stream`. */
export function toCompletionError(error: unknown): CompletionError {
  if (error instanceof CompletionError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new CompletionError('bad-stream', message, { cause: error });
}
