import type { Clock } from '../clock.ts';

/** Files waiting to be read and learned. */
export interface LearnQueue<T> {
  /** Adds at the end; a key that already waits keeps its place with the newer item. */
  add(key: string, item: T): void;
  remove(key: string): void;
  clear(): void;
  /** True while nothing waits or is under way. */
  readonly idle: boolean;
}

/** Work without a pause is at most this long, so that a keystroke never waits longer. */
const SLICE_MS = 8;

/**
 * Handles items one after the other, in slices. `handle` reads (asynchronously) and learns; after
 * `SLICE_MS` of it the event loop gets its turn. Reading alone counts too, which errs on the quiet side.
 */
export function createLearnQueue<T>(options: {
  readonly clock: Clock;
  /** Must not throw for a file that cannot be read. */
  readonly handle: (item: T) => Promise<void>;
  /** The queue ran empty. */
  readonly onIdle: () => void;
}): LearnQueue<T> {
  const { clock, handle, onIdle } = options;
  const waiting = new Map<string, T>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    // What was added in one turn of the event loop is begun in the next, never inside the adder's.
    await clock.sleep(0);
    let sliceStart = clock.nowMs();
    for (let next = first(); next !== undefined; next = first()) {
      waiting.delete(next[0]);
      await handle(next[1]);
      if (clock.nowMs() - sliceStart < SLICE_MS) continue;
      await clock.sleep(0);
      sliceStart = clock.nowMs();
    }
    running = false;
    onIdle();
  }

  function first(): [string, T] | undefined {
    return waiting.entries().next().value;
  }

  return {
    add(key, item) {
      waiting.set(key, item);
      if (!running) void run();
    },
    remove: (key) => {
      waiting.delete(key);
    },
    clear: () => waiting.clear(),
    get idle() {
      return !running && waiting.size === 0;
    },
  };
}
