/** Speed of the parts that run on every keystroke: npm run bench. */
import { availableParallelism, cpus } from 'node:os';
import { projectRoot } from '../scripts/lib/project-root.ts';
import { benchPredictor } from './predictor-bench.ts';

const results = [...benchPredictor(projectRoot)];

const cpu = cpus()[0]?.model.trim() ?? 'unknown processor';
process.stdout.write(`Node.js ${process.version}, ${availableParallelism()} × ${cpu}\n`);
const ms = (value: number) => value.toFixed(3).padStart(9);
process.stdout.write(`${'ms'.padEnd(36)}   samples      p50      p99      max\n`);
for (const { name, samples, p50Ms, p99Ms, maxMs } of results)
  process.stdout.write(
    `${name.padEnd(36)} ${String(samples).padStart(9)}${ms(p50Ms)}${ms(p99Ms)}${ms(maxMs)}\n`,
  );
