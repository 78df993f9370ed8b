import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Figures, percentile } from '../figures.ts';
import { createTypist, LINE } from './typist.ts';

const SIZES = [100, 1000, 20_000];
const ROUNDS = 40;

/**
 * Bytes allocated for one key that is typed through. A round is small enough that no collection falls
 * into it right after one was forced; where one did all the same, the middle round does not see it.
 */
export async function measureAllocation(): Promise<Figures> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const perKey: number[] = [];
  for (const size of SIZES) {
    const typist = await createTypist(size);
    const keys = [...LINE.slice(1, -1)];
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await typist.write(LINE.slice(0, 1))();
      collect();
      const before = process.memoryUsage().heapUsed;
      for (const char of keys) await typist.write(char)();
      rounds.push((process.memoryUsage().heapUsed - before) / keys.length);
      await typist.clear();
    }
    perKey.push(percentile(rounds, 0.5));
    typist.close();
  }
  const [small = Number.NaN, middle = Number.NaN, large = Number.NaN] = perKey;
  return {
    allocated100LinesBytes: small,
    allocated1000LinesBytes: middle,
    allocated20000LinesBytes: large,
    allocated20000To100LinesRatio: large / small,
    allocated20000To1000LinesRatio: large / middle,
  };
}
