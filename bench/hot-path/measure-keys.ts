import { type Figures, percentile } from '../figures.ts';
import { createTypist, LINE, type Typist } from './typist.ts';

const LINES = 5000;
const KEYS = 5000;
const WARM_UP = 600;

/**
 * Each key by itself, because it is by itself that it is felt. Keys during which the system gave the
 * processor to another program are told apart: what they took says nothing of us.
 */
export async function measureKeys(): Promise<Figures> {
  const typist = await createTypist(LINES);
  const figures = {
    ...(await measure('typedThrough', typist, typeThrough)),
    ...(await measure('raceOfTwoReadyModels', typist, typeAgainst)),
  };
  typist.close();
  return figures;
}

async function measure(
  name: string,
  typist: Typist,
  line: (typist: Typist, time: (key: () => Promise<number>) => Promise<number>) => Promise<void>,
): Promise<Figures> {
  const timesMs: number[] = [];
  const interruptedMs: number[] = [];
  const switches = (): number => process.resourceUsage().involuntaryContextSwitches;
  const time = async (key: () => Promise<number>): Promise<number> => {
    const before = switches();
    const startMs = performance.now();
    const items = await key();
    const tookMs = performance.now() - startMs;
    if (switches() === before) timesMs.push(tookMs);
    else interruptedMs.push(tookMs);
    return items;
  };
  while (timesMs.length < WARM_UP) await line(typist, time);
  timesMs.length = 0;
  interruptedMs.length = 0;
  while (timesMs.length < KEYS) await line(typist, time);
  return {
    [`${name}Count`]: timesMs.length,
    [`${name}InterruptedCount`]: interruptedMs.length,
    [`${name}P50Ms`]: percentile(timesMs, 0.5),
    [`${name}P99Ms`]: percentile(timesMs, 0.99),
    [`${name}MaxMs`]: percentile(timesMs, 1),
    [`${name}WithInterruptedP99Ms`]: percentile([...timesMs, ...interruptedMs], 0.99),
  };
}

/** The first key asks; every other one, to the last but one, is answered from memory. */
async function typeThrough(
  typist: Typist,
  time: (key: () => Promise<number>) => Promise<number>,
): Promise<void> {
  await typist.write(LINE.slice(0, 1))();
  const before = typist.requests;
  for (const char of LINE.slice(1, -1)) {
    const items = await time(typist.write(char));
    if (items === 0 || typist.source !== 'memory') throw new Error('Not answered from memory.');
  }
  if (typist.requests > before) throw new Error('A key that was typed through asked a model.');
  await typist.clear();
}

/** A line that was never written before: each key begins a race, which ends the one before it. */
async function typeAgainst(
  typist: Typist,
  time: (key: () => Promise<number>) => Promise<number>,
): Promise<void> {
  for (let key = 0; key < 20; key += 1) {
    const before = typist.requests;
    await time(typist.write(strangeLetter()));
    if (typist.requests < before + 2) throw new Error('A key did not ask both models.');
  }
  await typist.clear();
}

let letters = 0;

/** A different one each time, for longer than an answer is remembered. */
function strangeLetter(): string {
  letters += 1;
  return String.fromCharCode(0x4e00 + (letters % 20_000));
}
