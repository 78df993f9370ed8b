import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GLOSSARY } from './eval/glossary.ts';
import { readOptions, USAGE } from './eval/options.ts';
import { createScoreboard } from './eval/scoreboard.ts';

const ROOT = resolve(import.meta.dirname, '..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'first-token-eval-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('without options the default sets are measured', () => {
  expect(readOptions([])).toEqual({
    help: false,
    repositories: undefined,
    commits: 60,
    lines: 6,
    packageFiles: 25,
    seed: 7,
    fit: false,
  });
});

describe('what is wrong is one sentence', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['no such folder', ['--repo', '/nonexistent'], /git clone, but \S*nonexistent is no folder\.$/],
    ['a file', ['--repo', 'package.json'], /package\.json is no folder\.$/],
    ['no number', ['--commits', 'many'], /^--commits must be a whole number .* not "many"\.$/],
    ['none of them', ['--lines', '0'], /^--lines must be a whole number of at least 1/],
    ['an unknown option', ['--repos', 'x'], /^Unknown option '--repos'; npm run eval -- --help/],
    ['an option without its value', ['--repo'], /--repo.*--help tells what there is\.$/],
  ])('%s', (_, args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });

  test('a folder that is no git clone', () => {
    expect(() => readOptions(['--repo', folder])).toThrow(
      `--repo must be a git clone with commits, but ${folder} is none.`,
    );
  });

  test('a clone without a commit', () => {
    spawnSync('git', ['-C', folder, 'init', '--quiet']);
    expect(() => readOptions(['--repo', folder])).toThrow(/with commits/);
  });
});

describe('as a program', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['test/eval/run.ts', ...args], { cwd: ROOT, encoding: 'utf8' });

  test('a wrong folder ends in its sentence and exit code 1, without a stack', () => {
    const { status, stdout, stderr } = run('--repo', '/nonexistent');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('must be a git clone');
  });

  test('--help prints how it is used, and nothing is measured', () => {
    const { status, stdout } = run('--help');
    expect([status, stdout.trim()]).toEqual([0, USAGE]);
  });
});

test('the usage names every option', () => {
  for (const name of ['repo', 'commits', 'lines', 'package-files', 'seed', 'fit', 'help']) {
    expect(USAGE).toContain(`--${name}`);
  }
});

test('every word of the report is explained, on a line of its own', () => {
  const report = createScoreboard().lines().join('\n');
  const words = [
    'position',
    'exact match',
    'q',
    'coverage',
    'shown text right',
    'to the end',
    'characters covered',
    'reliability',
  ];
  for (const word of words) {
    expect(report).toContain(word);
    expect(GLOSSARY.split('\n').filter((line) => line.startsWith(`  ${word} `))).toHaveLength(1);
  }
});
