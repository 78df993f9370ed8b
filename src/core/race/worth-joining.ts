import type { Standing } from './standing.ts';

export interface OutrunRequest {
  /** Answer text has come, and it agrees with what was typed. */
  readonly hasText: boolean;
  readonly ageMs: number;
  /** Characters typed since it was sent. */
  readonly typedChars: number;
  readonly standing: Standing;
  /** Time left from now to the deadline of the new keystroke. */
  readonly timeLeftMs: number;
}

/** Few answers foresee more characters than this exactly. */
const MAX_TYPED_CHARS = 12;

/**
 * Whether to wait for a request that the writer has outrun, or to ask anew. Waiting wins the time that
 * the request is ahead if its answer agrees, and loses the time until it shows that it does not. So
 * it is waited for where even then a new request would be in time, and where a new one would be late
 * anyway; in between, asking anew is the safe way to be in time.
 */
export function worthJoining(request: OutrunRequest): boolean {
  if (request.hasText) return true;
  if (request.typedChars > MAX_TYPED_CHARS) return false;
  const freshMs = request.standing.medianLineMs;
  if (freshMs === null) return true;
  const remainingMs = Math.max(0, freshMs - request.ageMs);
  // Older than twice its usual time: stuck, or aborted without the server noticing.
  if (request.ageMs > 2 * freshMs) return false;
  // About this very place: a new one would ask the same, later.
  if (request.typedChars === 0) return true;
  return remainingMs + freshMs <= request.timeLeftMs || freshMs > request.timeLeftMs;
}
