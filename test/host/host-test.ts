import { appendFileSync } from 'node:fs';

/**
 * A few lines instead of a test framework: the suite runs inside VS Code's extension host, where a
 * framework would have to be bundled, and reports each test to a file that `npm test` reads.
 */
interface HostTest {
  readonly name: string;
  readonly body: () => Promise<void> | void;
  readonly timing: boolean;
}

export type HostReportLine =
  | {
      readonly test: string;
      readonly error: string | null;
      readonly ms: number;
      /** It judges a duration, which a busy machine can only make longer: a failure is tried again. */
      readonly timing: boolean;
    }
  | { readonly done: true };

const tests: HostTest[] = [];

/** Adds a test; tests run in the order in which they were added. */
export function hostTest(
  name: string,
  body: HostTest['body'],
  options: { readonly timing?: boolean } = {},
): void {
  tests.push({ name, body, timing: options.timing ?? false });
}

/** Completion on a busy machine takes well under this; a test that hangs must not hang the run. */
const TEST_TIMEOUT_MS = 30_000;

async function runOne(test: HostTest): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not done after ${TEST_TIMEOUT_MS} ms`)),
      TEST_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([test.body(), tooLong]);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs every test and reports each to the file as one line of JSON; throws when any failed. */
export async function runHostTests(reportFile: string): Promise<void> {
  const write = (line: HostReportLine) => appendFileSync(reportFile, `${JSON.stringify(line)}\n`);
  let failures = 0;
  for (const test of tests) {
    const start = performance.now();
    const error = await runOne(test);
    if (error !== null) failures += 1;
    write({ test: test.name, error, ms: performance.now() - start, timing: test.timing });
  }
  write({ done: true });
  if (failures > 0) throw new Error(`${failures} of ${tests.length} tests failed.`);
}
