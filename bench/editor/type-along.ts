import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../src/core/seeded-random.ts';
import type { GhostLog } from './ghost-probe.ts';
import type { BenchEditor } from './open-editor.ts';

/** One run of keys along an answer. */
export interface TypedRun {
  /** For each key whether the right ghost text was on screen in time. */
  readonly inTime: readonly boolean[];
  /** Epoch ms. */
  readonly lastKeyAt: number;
}

/** A quick typist, about 90 words a minute, whose gaps between keys are log-normal. */
const MEDIAN_GAP_MS = 130;
const GAP_SIGMA = 0.4;
/** Faster keys are rolled over one another; slower ones are pauses for thinking. */
const GAPS_MS = [40, 400] as const;
/** In time: before the next key, and within the budget. */
const BUDGET_MS = 300;

/** Types the first characters of `rest` behind `begun` at human pace, and notes what was on screen when. */
export async function typeAlong(
  { workbench, probe, goBehind }: BenchEditor,
  begun: string,
  rest: string,
  chars: number,
  seed: number,
): Promise<TypedRun> {
  const random = seededRandom(seed);
  await goBehind(begun);
  await sleep(1000);
  await probe.take();
  let atMs = performance.now();
  for (const character of rest.slice(0, chars)) {
    await sleep(Math.max(0, atMs - performance.now()));
    await workbench.press(character === ' ' ? 'Space' : character);
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const gapMs = MEDIAN_GAP_MS * Math.exp(GAP_SIGMA * normal);
    atMs += Math.min(Math.max(gapMs, GAPS_MS[0]), GAPS_MS[1]);
  }
  await sleep(2 * BUDGET_MS);
  const log = await probe.take();
  // The modifier of a capital letter is no key of the text.
  const keys = log.keys.filter(({ key }) => key.length === 1);
  if (keys.length !== chars) throw new Error(`${keys.length} of ${chars} keys reached the editor.`);
  return {
    inTime: keys.map(({ at }, index) => {
      const untilMs = Math.min(at + BUDGET_MS, keys[index + 1]?.at ?? Number.POSITIVE_INFINITY);
      return wasShown(log.states, rest.slice(index + 1), at, untilMs);
    }),
    lastKeyAt: keys.at(-1)?.at ?? 0,
  };
}

/** What was on screen before the key shows the key's own character too, so it is not the right text after it. */
function wasShown(states: GhostLog['states'], expected: string, from: number, until: number) {
  return states.some(
    ({ text, at }, index) =>
      text !== '' &&
      expected.startsWith(text) &&
      at < until &&
      (states[index + 1]?.at ?? Number.POSITIVE_INFINITY) > from,
  );
}
