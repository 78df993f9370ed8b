/**
 * Speed, and whether our figures are right, measured here and now: npm run bench -- [NAME] [--json FILE].
 * Prints tables, and writes one flat object of named figures. Without a name every bench runs.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { benchAccuracy } from './accuracy-bench.ts';
import { benchCensoring } from './censoring-bench.ts';
import { benchDecline } from './decline-bench.ts';
import { benchKeystroke } from './editor/keystroke-bench.ts';
import { benchTail } from './editor/tail-bench.ts';
import { benchTyping } from './editor/typing-bench.ts';
import type { Figures } from './figures.ts';
import { benchHotPath } from './hot-path-bench.ts';
import { benchPolicies } from './policies-bench.ts';
import { benchPredictor } from './predictor-bench.ts';
import { benchPromptStability } from './prompt-stability-bench.ts';
import { benchQueue } from './queue-bench.ts';
import { benchSummary } from './summary-bench.ts';
import { benchTransport } from './transport-bench.ts';

const BENCHES: Readonly<Record<string, () => Promise<Figures>>> = {
  predictor: benchPredictor,
  'hot-path': benchHotPath,
  keystroke: benchKeystroke,
  typing: benchTyping,
  tail: benchTail,
  transport: benchTransport,
  summary: benchSummary,
  accuracy: benchAccuracy,
  censoring: benchCensoring,
  queue: benchQueue,
  decline: benchDecline,
  policies: benchPolicies,
  'prompt-stability': () => benchPromptStability(),
};

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const args = process.argv.slice(2);
const jsonAt = args.indexOf('--json');
const [, file] = jsonAt < 0 ? [] : args.splice(jsonAt, 2);
if (jsonAt >= 0 && file === undefined) fail('--json needs the name of the file to write.');
const names = args.length > 0 ? args : Object.keys(BENCHES);

const all: Record<string, number> = {};
const cpu = cpus()[0]?.model.trim() ?? 'unknown processor';
const load = loadavg()[0]?.toFixed(1);
process.stdout.write(
  `Node.js ${process.version}, ${availableParallelism()} × ${cpu}, load ${load}\n`,
);
for (const name of names) {
  const bench = BENCHES[name];
  if (bench === undefined)
    fail(`There is no bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.stdout.write(`\n${name}\n`);
  const figures = await bench();
  for (const [figure, value] of Object.entries(figures)) {
    all[`${name}.${figure}`] = value;
    const digits = figure.endsWith('Count') ? 0 : 3;
    process.stdout.write(`  ${figure.padEnd(44)} ${value.toFixed(digits).padStart(12)}\n`);
  }
}
if (file !== undefined) writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
