/**
 * Time, injected. `nowMs` is monotonic (performance.now in production), so a wall-clock step never
 * bends a measurement; tests drive a fake and never wait.
 */
export interface Clock {
  /** Monotonic milliseconds from an arbitrary origin. */
  nowMs(): number;
  /** Wall-clock milliseconds since the epoch; only for labels and records, never for intervals. */
  epochMs(): number;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
