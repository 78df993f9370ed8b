/**
 * Fits the constants of src/core/predictor/calibrate.ts on the history of repositories:
 *
 *   node test/eval/fit-calibration.ts --repo PATH --repo PATH … [--commits 200] [--lines 8] [--seed 7]
 *
 * Each repository is in turn left out of the fit and tested on; the constants printed at the end are
 * fitted on all of them.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { spansOf } from '../../src/core/predictor/calibrate.ts';
import { createCorpus } from '../../src/core/predictor/corpus.ts';
import { createDrafter } from '../../src/core/predictor/draft.ts';
import { replayCommits } from './commit-replay.ts';
import { isRight, requestAt, sampleColumn } from './eval-case.ts';
import { fitLogistic, logistic, type Observation } from './logistic.ts';
import { createReliability } from './reliability.ts';
import { seededRandom } from './seeded-random.ts';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: ['.'] },
    commits: { type: 'string', default: '200' },
    lines: { type: 'string', default: '8' },
    seed: { type: 'string', default: '7' },
  },
});

function observe(repository: string): Observation[] {
  const random = seededRandom(Number(values.seed));
  const corpus = createCorpus(2_000_000);
  const drafter = createDrafter(corpus);
  const observations: Observation[] = [];
  const steps = replayCommits({
    repository,
    maxCommits: Number(values.commits),
    maxLinesPerCommit: Number(values.lines),
    random,
  });
  for (const { forget, learn, lines } of steps) {
    for (const path of forget) corpus.forget(`file:///${path}`);
    for (const { path, text } of learn) {
      corpus.learn({ uri: `file:///${path}`, path, languageId: '', text });
    }
    for (const line of lines) {
      const column = sampleColumn(line.line, random);
      const truth = line.line.slice(column).trimEnd();
      for (const draft of drafter.draft(requestAt(line, column))) {
        const spans = spansOf(draft);
        // A long draft has many cuts, of which one at most is shown.
        for (const { text, features } of spans) {
          observations.push({ features, right: isRight(text, truth), weight: 1 / spans.length });
        }
      }
    }
  }
  return observations;
}

const sets = values.repo.map((path) => ({ name: basename(path), observations: observe(path) }));
const all = createReliability();
for (const held of sets) {
  const others = sets.filter((set) => set !== held || sets.length === 1);
  const constants = fitLogistic(others.flatMap((set) => set.observations));
  const own = createReliability();
  for (const { features, right, weight } of held.observations) {
    const probability = logistic(features, constants);
    own.add(probability, right, weight);
    all.add(probability, right, weight);
  }
  print(`${held.name} (left out, ${held.observations.length} cuts): ${own.line()}`);
}
print(`all left out: ${all.line()}`);
const constants = fitLogistic(sets.flatMap((set) => set.observations));
print(`constants: [${constants.map((constant) => constant.toFixed(3)).join(', ')}]`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
