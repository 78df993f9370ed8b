import { type Figures, percentile } from './figures.ts';

/** Enough for the optimising compiler to have seen the code as it is used. */
const WARM_UP = 200;

/**
 * Times `operation` once per input, each call by itself, because a keystroke is felt by its own time and
 * not by an average. What it returns is kept until after the clock has stopped, so that it is not
 * optimised away.
 */
export async function measure<T>(
  name: string,
  inputs: readonly T[],
  operation: (input: T) => unknown,
): Promise<Figures> {
  let kept: unknown;
  for (let index = 0; index < WARM_UP; index += 1)
    kept = await operation(inputs[index % inputs.length] as T);
  const times: number[] = [];
  for (const input of inputs) {
    const start = performance.now();
    kept = operation(input);
    if (kept instanceof Promise) await kept;
    times.push(performance.now() - start);
  }
  if (kept === measure) throw new Error('Never happens, and the compiler cannot know that.');
  return {
    [`${name}Count`]: times.length,
    [`${name}P50Ms`]: percentile(times, 0.5),
    [`${name}P99Ms`]: percentile(times, 0.99),
    [`${name}MaxMs`]: percentile(times, 1),
  };
}
