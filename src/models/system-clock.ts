import type { Clock } from '../core/clock.ts';

/** The real time: Node's monotonic clock, the wall clock and its timers (millisecond accuracy). */
export function createSystemClock(): Clock {
  return {
    nowMs: () => performance.now(),
    epochMs: () => Date.now(),
    sleep(ms, signal) {
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal?.addEventListener('abort', done, { once: true });
      });
    },
  };
}
