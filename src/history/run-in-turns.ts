import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does work step by step, and leaves the turn to others after each: typing goes on meanwhile. */
export async function runInTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
