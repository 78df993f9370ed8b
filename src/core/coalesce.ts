import type { Clock } from './clock.ts';

export interface Coalesced {
  /** Asks for a run. */
  (): void;
  dispose(): void;
}

/**
 * Runs at once when it has been quiet, then at most once per `intervalMs`, and always once more after
 * the last request. `intervalMs` is asked anew each time, so an expensive run can ask for more room.
 */
export function coalesce(clock: Clock, intervalMs: () => number, run: () => void): Coalesced {
  const disposed = new AbortController();
  let lastRunMs = Number.NEGATIVE_INFINITY;
  let waiting = false;

  const runNow = (): void => {
    lastRunMs = clock.nowMs();
    run();
  };
  const request = (): void => {
    if (waiting || disposed.signal.aborted) return;
    const waitMs = lastRunMs + intervalMs() - clock.nowMs();
    if (waitMs <= 0) {
      runNow();
      return;
    }
    waiting = true;
    void clock.sleep(waitMs, disposed.signal).then(() => {
      waiting = false;
      if (!disposed.signal.aborted) runNow();
    });
  };
  return Object.assign(request, { dispose: () => disposed.abort() });
}
