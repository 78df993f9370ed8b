import type { Clock } from '../../src/core/clock.ts';

export interface FakeClock extends Clock {
  /** Moves time on, waking sleepers in order and letting every promise settle in between. */
  advance(ms: number): Promise<void>;
  /** Lets pending promises settle without moving time. */
  settle(): Promise<void>;
  /** Sleepers that still wait: a timer that outlives its purpose is a leak. */
  sleeping(): number;
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Time that stands still until it is told to move; the epoch is apart so that mixing them up shows. */
export function createFakeClock(startMs = 1000): FakeClock {
  let nowMs = startMs;
  const sleepers = new Set<Sleeper>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 120; turn += 1) await Promise.resolve();
  };
  return {
    nowMs: () => nowMs,
    epochMs: () => 1_700_000_000_000 + nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper: Sleeper = { atMs: nowMs + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    settle,
    sleeping: () => sleepers.size,
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settle();
      for (;;) {
        const next = [...sleepers].sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined || next.atMs > untilMs) break;
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
        await settle();
      }
      nowMs = untilMs;
      await settle();
    },
  };
}
