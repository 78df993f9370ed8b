import { spansOf } from '../../src/core/predictor/calibrate.ts';
import { createCorpus } from '../../src/core/predictor/corpus.ts';
import { createDrafter } from '../../src/core/predictor/draft.ts';
import { seededRandom } from '../../src/core/seeded-random.ts';
import { replayCommits } from './commit-replay.ts';
import { isRight, requestAt, sampleColumn } from './eval-case.ts';
import { fitLogistic, logistic, type Observation } from './logistic.ts';
import { createReliability } from './reliability.ts';

interface FitOptions {
  readonly repositories: readonly string[];
  readonly commits: number;
  readonly linesPerCommit: number;
  readonly seed: number;
}

function observe(repository: string, options: FitOptions): Observation[] {
  const random = seededRandom(options.seed);
  const corpus = createCorpus(2_000_000);
  const drafter = createDrafter(corpus);
  const observations: Observation[] = [];
  const steps = replayCommits({
    repository,
    maxCommits: options.commits,
    maxLinesPerCommit: options.linesPerCommit,
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

/**
 * Fits the constants of src/core/predictor/calibrate.ts. Each repository is in turn left out of the fit
 * and tested on; the constants at the end are fitted on all of them.
 */
export function fitCalibration(options: FitOptions, print: (line: string) => void): void {
  const sets = options.repositories.map((path) => ({
    name: path,
    observations: observe(path, options),
  }));
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
    print(`${held.name} left out, ${held.observations.length} cuts: ${own.line()}`);
  }
  print(`all, each left out: ${all.line()}`);
  const constants = fitLogistic(sets.flatMap((set) => set.observations));
  print(`constants: [${constants.map((constant) => constant.toFixed(3)).join(', ')}]`);
}
