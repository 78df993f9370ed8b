import type * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import { MAX_RECORDS, newestRecords } from '../core/measure/newest-records.ts';
import { summarySteps } from '../core/measure/summary.ts';
import { markdownReport } from '../history/markdown-report.ts';
import { runInTurns } from '../history/run-in-turns.ts';
import type { Engine } from './engine.ts';
import { machineOf } from './machine.ts';
import type { Records } from './records.ts';
import type { SettingsReader } from './settings.ts';

/**
 * The report of as many records as the panel shows, but of all windows: period, counts and figures are of
 * the same requests.
 */
export async function renderReport(deps: {
  readonly clock: Clock;
  readonly engine: Pick<Engine, 'models' | 'defaultModel' | 'figures'>;
  readonly records: Pick<Records, 'load'>;
  readonly settings: Pick<SettingsReader, 'current'>;
  readonly extension: vscode.Extension<unknown>;
}): Promise<string> {
  const { engine, extension } = deps;
  const { budgetMs, racePolicy } = deps.settings.current;
  const records = newestRecords(await deps.records.load(MAX_RECORDS));
  const { models } = engine;
  const steps = summarySteps(records, {
    models,
    // Without a configured model the predictor is the only one there is.
    defaultModel: engine.defaultModel ?? models[0]?.id ?? '',
    budgetMs,
    faults: engine.figures.faults,
  });
  return markdownReport({
    records,
    summary: await runInTurns(steps),
    budgetMs,
    policy: racePolicy,
    writtenAt: deps.clock.epochMs(),
    version: String((extension.packageJSON as { version?: unknown }).version),
    machine: machineOf(extension),
  });
}
