import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../lib/project-root.ts';
import { runCommand } from '../lib/run-command.ts';
import type { StepResult } from './step.ts';

const vitest = path.join(projectRoot, 'node_modules', '.bin', 'vitest');

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

/** Runs vitest with a configuration and counts its tests one by one. */
export async function runVitest(
  name: string,
  config: string,
  env: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const report = path.join(projectRoot, 'out', `${name}-tests.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await runCommand(
    vitest,
    ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile=${report}`],
    { cwd: projectRoot, env: { ...process.env, NO_COLOR: '1', ...env } },
  );
  let counts: VitestReport;
  try {
    counts = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  } catch {
    return { passed: 0, failed: 1, skipped: 0, output: `vitest made no report.\n${output}` };
  }
  // A file that cannot be loaded has no tests that could fail, and still the run has failed.
  const failed = code === 0 ? counts.numFailedTests : Math.max(1, counts.numFailedTests);
  return {
    passed: counts.numPassedTests,
    failed,
    skipped: counts.numPendingTests + counts.numTodoTests,
    output,
  };
}

/** How many tests a configuration has, without running them; 1 when that cannot be told. */
export async function countVitest(config: string): Promise<number> {
  const { code, output } = await runCommand(
    vitest,
    ['list', '--config', config, '--static-parse'],
    { cwd: projectRoot, env: { ...process.env, NO_COLOR: '1' } },
  );
  const lines = output.split('\n').filter((line) => line.includes(' > '));
  return code === 0 && lines.length > 0 ? lines.length : 1;
}
