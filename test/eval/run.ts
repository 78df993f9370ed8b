/**
 * Predictor quality, seeded and offline; `npm run eval -- --help` tells the options.
 *
 * Set 1 leaves one file at a time out of sources that ship in node_modules. Set 2 replays commits, by default of
 * this repository: the parent's tree is known, the lines that the commit added are asked for. Set 3
 * types the lines of set 2 key by key. Quote sets 2 and 3; set 1 is flattered by files that resemble
 * each other.
 */
import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { runMain } from '../../scripts/lib/run-main.ts';
import { createPredictor, type Predictor } from '../../src/core/predictor/predictor.ts';
import { seededRandom } from '../../src/core/seeded-random.ts';
import { replayCommits } from './commit-replay.ts';
import { type EvalLine, requestAt, sampleColumn } from './eval-case.ts';
import { fitCalibration } from './fit-calibration.ts';
import { GLOSSARY } from './glossary.ts';
import { type EvalOptions, readOptions, USAGE } from './options.ts';
import { readSources, sampleLines } from './package-files.ts';
import { createScoreboard, type Scoreboard, THRESHOLDS } from './scoreboard.ts';
import { simulateTyping, type TypingTally, typingLine } from './simulate-typing.ts';

const root = resolve(import.meta.dirname, '../..');
/** With the exact match below which something is broken: well under what was measured (20, 8, 22, 23 %). */
const PACKAGES: readonly [directory: string, leastExactMatch: number][] = [
  ['node_modules/undici/lib', 0.14],
  ['node_modules/preact/src', 0.04],
  ['node_modules/knip/dist', 0.15],
  ['node_modules/@vscode/vsce/out', 0.15],
];

function ask(predictor: Predictor, line: EvalLine, column: number, board: Scoreboard): void {
  const request = requestAt(line, column);
  const start = performance.now();
  predictor.predict(request);
  const ms = performance.now() - start;
  board.add({
    truth: line.line.slice(column).trimEnd(),
    offered: THRESHOLDS.map((threshold) => predictor.predict(request, threshold)),
    whole: predictor.predict(request, 0)?.text ?? null,
    ms,
  });
}

function leaveFileOut(directory: string, leastExactMatch: number, options: EvalOptions): void {
  const sources = readSources(resolve(root, directory));
  const predictor = createPredictor();
  const start = performance.now();
  for (const source of sources) predictor.learn({ ...source, languageId: '' });
  const learnMs = performance.now() - start;
  const { tokens, bytes, files } = predictor.stats();
  const random = seededRandom(options.seed);
  const board = createScoreboard();
  for (let i = 0; i < options.packageFiles; i++) {
    const file = sources[Math.floor(random() * sources.length)];
    if (file === undefined) continue;
    predictor.forget(file.uri);
    for (const line of sampleLines(file, 8, random)) {
      ask(predictor, line, sampleColumn(line.line, random), board);
    }
    predictor.learn({ ...file, languageId: '' });
  }
  print(`\n${directory}, one file left out`);
  print(
    `files ${files}, tokens ${tokens}, ${Math.round(tokens / learnMs)} k tokens/s learned, ${(bytes / tokens).toFixed(0)} bytes/token`,
  );
  for (const line of board.lines()) print(line);
  if (board.exactMatch() >= leastExactMatch) return;
  print(`exact match is below ${leastExactMatch}: the predictor has become worse`);
  process.exitCode = 1;
}

function replay(repository: string, options: EvalOptions): void {
  const random = seededRandom(options.seed);
  const predictor = createPredictor();
  const board = createScoreboard();
  const tallies = THRESHOLDS.map(
    (): TypingTally => ({ plainKeys: 0, keys: 0, shown: 0, accepted: 0 }),
  );
  const steps = replayCommits({
    repository,
    maxCommits: options.commits,
    maxLinesPerCommit: options.lines,
    random,
  });
  let commits = 0;
  for (const { forget, learn, lines } of steps) {
    commits++;
    for (const path of forget) predictor.forget(`file:///${path}`);
    for (const { path, text } of learn) {
      predictor.learn({ uri: `file:///${path}`, path, languageId: '', text });
    }
    for (const line of lines) ask(predictor, line, sampleColumn(line.line, random), board);
    for (const line of lines.slice(0, 2)) {
      for (const [i, threshold] of THRESHOLDS.entries()) {
        const tally = tallies[i];
        if (tally !== undefined) simulateTyping(line, predictor, threshold, tally);
      }
    }
  }
  if (commits === 0) {
    throw new Error(
      `No commit of ${repository} adds lines to a source file that was there before: it needs its history.`,
    );
  }
  const { files, tokens, bytes } = predictor.stats();
  print(`\n${repository.split(sep).slice(-2).join('/')}, ${commits} commits replayed`);
  print(
    `files ${files}, tokens ${tokens}, ${(bytes / Math.max(1, tokens)).toFixed(0)} bytes/token`,
  );
  for (const line of board.lines()) print(line);
  for (const [i, tally] of tallies.entries()) print(typingLine(tally, THRESHOLDS[i] ?? 0));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    print(USAGE);
    return;
  }
  const repositories = options.repositories ?? [root];
  if (options.fit) {
    const { commits, lines, seed } = options;
    fitCalibration({ repositories, commits, linesPerCommit: lines, seed }, print);
    return;
  }
  if (options.repositories === undefined) {
    for (const [directory, leastExactMatch] of PACKAGES) {
      if (existsSync(resolve(root, directory))) leaveFileOut(directory, leastExactMatch, options);
      else print(`\n${directory} is not installed; skipped`);
    }
  }
  for (const repository of repositories) replay(repository, options);
  print(`\n${GLOSSARY}`);
});
