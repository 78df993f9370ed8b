/**
 * Every check of the project, in the order in which failures are cheapest to find. Each check that is not
 * a test suite counts as one test; the suites count each of their tests. What did not run is skipped, with
 * the reason, and never counts as passed. Options: --only types,unit runs these steps alone.
 */

import { messageOf, runMain } from './lib/run-main.ts';
import { runE2eSuite } from './steps/e2e-suite.ts';
import { runHostSuite } from './steps/host-suite.ts';
import { stableApi } from './steps/stable-api.ts';
import { staticChecks } from './steps/static-checks.ts';
import type { Step, StepResult } from './steps/step.ts';
import { runVitest } from './steps/vitest-suite.ts';
import { vsixStep } from './steps/vsix.ts';

const STEPS: readonly Step[] = [
  ...staticChecks,
  {
    name: 'unit',
    title: 'unit and adapter tests',
    run: () => runVitest('unit', 'vitest.config.ts'),
  },
  stableApi,
  vsixStep,
  { name: 'host', title: 'inside the extension host', run: runHostSuite },
  { name: 'e2e', title: 'a real VS Code, driven as a person does', run: runE2eSuite },
];

function selectSteps(args: readonly string[]): readonly Step[] {
  const at = args.indexOf('--only');
  if (at === -1) return STEPS;
  const names = (args[at + 1] ?? '').split(',').filter((name) => name !== '');
  const known = STEPS.map((step) => step.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (names.length === 0 || unknown.length > 0)
    throw new Error(
      `--only takes names from ${known.join(',')}; not ${unknown.join(',') || '""'}.`,
    );
  return STEPS.filter((step) => names.includes(step.name));
}

async function runStep(step: Step): Promise<StepResult> {
  try {
    return await step.run();
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: messageOf(error) };
  }
}

/** Where everything can be installed, a suite that could not run at all is a fault like any other. */
function refuseSkipsInCi(result: StepResult): StepResult {
  const ranNothing = result.passed + result.failed === 0 && result.skipped > 0;
  if (!ranNothing || process.env['CI'] !== 'true') return result;
  return { ...result, failed: 1, output: `It must not be skipped in CI. ${result.note ?? ''}` };
}

function describe(result: StepResult): string {
  const { passed, failed, skipped } = result;
  const counts = [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const note = result.note === undefined ? '' : ` (${result.note})`;
  return `${counts.join(', ') || 'nothing to run'}${note}`;
}

async function main(args: readonly string[]): Promise<void> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const step of selectSteps(args)) {
    process.stdout.write(`· ${step.title} …\n`);
    const start = performance.now();
    const result = refuseSkipsInCi(await runStep(step));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const mark = result.failed > 0 ? '✗' : result.passed > 0 ? '✓' : '–';
    process.stdout.write(`${mark} ${step.title}: ${describe(result)}, ${seconds} s\n`);
    if (result.failed > 0) process.stdout.write(`\n${result.output ?? ''}\n\n`);
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
  }
  process.stdout.write(
    `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
  );
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await runMain(() => main(process.argv.slice(2)));
