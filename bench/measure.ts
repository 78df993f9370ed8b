/** Durations of one operation, ms. */
export interface Measured {
  readonly name: string;
  readonly samples: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Enough for the optimising compiler to have seen the code as it is used. */
const WARM_UP = 200;

/**
 * Times `operation` once per input, each call by itself, because a keystroke is felt by its own time and
 * not by an average. What it returns is kept until after the clock has stopped, so that it is not
 * optimised away.
 */
export function measure<T>(
  name: string,
  inputs: readonly T[],
  operation: (input: T) => unknown,
): Measured {
  let kept: unknown;
  for (let index = 0; index < WARM_UP; index += 1)
    kept = operation(inputs[index % inputs.length] as T);
  const times: number[] = [];
  for (const input of inputs) {
    const start = performance.now();
    kept = operation(input);
    times.push(performance.now() - start);
  }
  if (kept === measure) throw new Error('Never happens, and the compiler cannot know that.');
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return {
    name,
    samples: times.length,
    p50Ms: at(0.5) ?? Number.NaN,
    p99Ms: at(0.99) ?? Number.NaN,
    maxMs: times.at(-1) ?? Number.NaN,
  };
}
