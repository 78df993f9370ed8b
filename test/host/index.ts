import { addActivationTests } from './activation.ts';
import { addCompletionTests } from './completion.ts';
import { runHostTests } from './host-test.ts';
import { addTelemetryTests } from './telemetry.ts';

/** Entry point that VS Code calls inside the extension host; the report goes to FIRST_TOKEN_HOST_REPORT. */
export async function run(): Promise<void> {
  const reportFile = process.env['FIRST_TOKEN_HOST_REPORT'];
  if (reportFile === undefined) throw new Error('FIRST_TOKEN_HOST_REPORT names no file.');
  addActivationTests();
  addCompletionTests();
  addTelemetryTests();
  await runHostTests(reportFile);
}
