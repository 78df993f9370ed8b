import type { ModelFault, ModelSummary, PanelSnapshot } from '../protocol.ts';
import type { RaceRecord } from '../record.ts';
import type { Settings, SettingsProblem } from '../settings.ts';

export interface SnapshotInput {
  readonly settings: Settings;
  readonly enabled: boolean;
  readonly models: readonly ModelSummary[];
  readonly totals: PanelSnapshot['totals'];
  readonly measured: PanelSnapshot['measured'];
  readonly races: readonly RaceRecord[];
  readonly problems: readonly SettingsProblem[];
  /** Model ids whose key is missing or was refused. */
  readonly needKey: ReadonlySet<string>;
  /** Sentences about the records on disk. */
  readonly recordProblems: readonly string[];
  /** `editor.inlineSuggest.minShowDelay`, ms. */
  readonly minShowDelayMs: number;
  readonly resolvedOn: string;
}

type Problem = PanelSnapshot['problems'][number];

/** Everything the panel shows at one moment. */
export function panelSnapshot(input: SnapshotInput): PanelSnapshot {
  const { settings, models, totals, measured, races, resolvedOn } = input;
  return {
    budgetMs: settings.budgetMs,
    policy: settings.racePolicy,
    enabled: input.enabled,
    models,
    measured,
    races,
    totals,
    problems: problemsOf(input),
    resolvedOn,
  };
}

/** What keeps First Token from working, the most pressing first. */
function problemsOf(input: SnapshotInput): Problem[] {
  const failing = input.models.flatMap((model): Problem[] =>
    model.fault === null ? [] : [modelProblem(model, model.fault, input.needKey.has(model.id))],
  );
  const settings = input.problems.map(
    (problem): Problem => ({
      severity: 'warning',
      title: problem.modelId ?? `firstToken.${problem.key}`,
      detail: problem.message,
      action: { type: 'open-settings' },
    }),
  );
  const records = input.recordProblems.map(
    (detail): Problem => ({ severity: 'warning', title: 'Records', detail }),
  );
  const delay: Problem[] =
    input.minShowDelayMs > 0
      ? [
          {
            severity: 'note',
            title: `editor.inlineSuggest.minShowDelay is ${input.minShowDelayMs}`,
            detail: `The editor holds every answer back until ${input.minShowDelayMs} ms after it asks.`,
          },
        ]
      : [];
  return [...failing, ...settings, ...records, ...delay];
}

function modelProblem(model: ModelSummary, fault: ModelFault, needsKey: boolean): Problem {
  return {
    severity: 'error',
    title: model.id,
    detail: fault.message,
    ...(needsKey ? { action: { type: 'set-key', model: model.id } as const } : {}),
  };
}
