import type { Clock } from '../core/clock.ts';

/** A pause that ends by itself. */
export interface Pause {
  start(ms: number): void;
  end(): void;
  readonly active: boolean;
  /** Whole minutes left, rounded up; null while not paused. */
  readonly minutesLeft: number | null;
  dispose(): void;
}

/** `onChange` is called at its start, its end, and each minute between, for the countdown on screen. */
export function createPause(clock: Clock, onChange: () => void): Pause {
  let untilMs = Number.NEGATIVE_INFINITY;
  let timers = new AbortController();

  const tick = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && clock.nowMs() < untilMs) {
      const leftMs = untilMs - clock.nowMs();
      await clock.sleep(leftMs % 60_000 || 60_000, signal);
      if (!signal.aborted) onChange();
    }
  };
  const set = (ms: number): void => {
    timers.abort();
    timers = new AbortController();
    untilMs = clock.nowMs() + ms;
    onChange();
    void tick(timers.signal);
  };
  return {
    start: set,
    end: () => set(0),
    get active() {
      return clock.nowMs() < untilMs;
    },
    get minutesLeft() {
      const leftMs = untilMs - clock.nowMs();
      return leftMs > 0 ? Math.ceil(leftMs / 60_000) : null;
    },
    dispose: () => timers.abort(),
  };
}
