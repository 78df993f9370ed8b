import { randomInt, randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import { type PlannedRequest, planRun } from '../core/measure-run/plan.ts';
import { runMeasurement } from '../core/measure-run/run.ts';
import { runCost } from '../core/measure-run/run-cost.ts';
import { costWords, endWords, progressWords } from '../core/measure-run/run-words.ts';
import type { Engine } from './engine.ts';
import { confirmCost, pickLengths, pickMeasured } from './measure-pickers.ts';
import type { Pause } from './pause.ts';
import { plainWords } from './plain-words.ts';
import type { Secrets } from './secrets.ts';
import type { SettingsReader } from './settings.ts';

/** `Measure Models`: asks chosen models on purpose, with prompts of known sizes. */
export interface Measuring extends vscode.Disposable {
  /** While true, completions wait: a race beside it would bend the figures of both. */
  readonly active: boolean;
  /** Asks what to measure, says what it costs, and does it. Resolves when it has ended. */
  measure(): Promise<void>;
  /** Ends the run under way; what it has measured is kept. */
  cancel(): void;
}

export interface MeasuringOptions {
  readonly clock: Clock;
  readonly engine: Pick<Engine, 'entrants' | 'summary' | 'record' | 'completer'>;
  readonly settings: Pick<SettingsReader, 'current' | 'onDidChange'>;
  readonly secrets: Pick<Secrets, 'onDidChange'>;
  readonly pause: Pick<Pause, 'active'>;
  /** `active` has changed. */
  readonly onChange: () => void;
}

interface Order {
  readonly plan: readonly PlannedRequest[];
  readonly seed: number;
  /** Whether its models are still reached as they were when the lists were opened. */
  readonly isUpToDate: () => boolean;
}

const CHANGED =
  'Nothing was measured: the models that you chose were set up anew meanwhile. Measure them again.';
const ADD = 'Open Settings';
const SHOW = 'Show Latency Panel';

export function createMeasuring(options: MeasuringOptions): Measuring {
  const { clock, engine, settings, pause } = options;
  let run: AbortController | null = null;
  const cancel = (): void => run?.abort();
  let keyChanges = 0;
  // Nothing may go to an endpoint, or with a key, that the person has just changed.
  const listeners = [
    settings.onDidChange(cancel),
    options.secrets.onDidChange(() => {
      keyChanges += 1;
      cancel();
    }),
  ];
  /** Where requests to a model go, and how; equal texts mean that nothing of it has changed. */
  const wayTo = (modelId: string): string =>
    JSON.stringify([keyChanges, settings.current.models.find(({ id }) => id === modelId)]);

  /** Why nothing may be sent now, or null. */
  const refusal = (): string | null => {
    if (run !== null) return 'Models are being measured already.';
    if (!settings.current.enabled) return 'First Token is off. Switch it on to measure models.';
    return pause.active ? 'First Token is paused. Resume it to measure models.' : null;
  };

  const perform = async (order: Order, started: AbortController): Promise<void> => {
    run = started;
    options.onChange();
    try {
      engine.completer.stop();
      const summary = await withProgress(started, order.plan.length, (onProgress) =>
        runMeasurement({
          plan: order.plan,
          seed: order.seed,
          clock,
          models: engine.entrants.map(({ model }) => model),
          runId: randomUUID(),
          newId: randomUUID,
          signal: started.signal,
          onRecord: engine.record,
          onProgress,
        }),
      );
      void offerPanel(endWords(summary));
    } finally {
      run = null;
      options.onChange();
    }
  };

  return {
    get active() {
      return run !== null;
    },
    cancel,
    async measure() {
      const order = refusal() === null ? await takeOrder(engine, wayTo) : null;
      // Again: another run may have begun, or a pause, while the lists were open.
      const why = refusal() ?? (order === null || order.isUpToDate() ? null : CHANGED);
      if (why !== null) void vscode.window.showInformationMessage(plainWords(why));
      else if (order !== null) await perform(order, new AbortController());
    },
    dispose: () => {
      cancel();
      for (const listener of listeners) listener.dispose();
    },
  };
}

/** Which models, how long, and whether that is worth it; null when the person has left it. */
async function takeOrder(
  engine: MeasuringOptions['engine'],
  wayTo: (id: string) => string,
): Promise<Order | null> {
  const models = engine.entrants.map(({ model }) => model);
  if (models.length === 0) {
    void offerSettings();
    return null;
  }
  const network = engine.summary().models.filter(({ provider }) => provider !== 'embedded');
  const before = new Map(network.map(({ id }) => [id, wayTo(id)]));
  const ids = await pickMeasured(network);
  if (ids.length === 0) return null;
  const lengths = await pickLengths();
  if (lengths === null) return null;

  const seed = randomInt(2 ** 32);
  const planFor = (chosen: readonly string[]): readonly PlannedRequest[] =>
    planRun({ models: models.filter(({ id }) => chosen.includes(id)), ...lengths, seed });
  const offer = (chosen: readonly string[]) => ({
    models: chosen,
    cost: costWords(runCost(planFor(chosen))),
  });
  const taken = await confirmCost(
    offer(ids),
    ids.map((id) => offer([id])),
  );
  if (taken === null) return null;
  const isUpToDate = () => taken.models.every((id) => wayTo(id) === before.get(id));
  return { plan: planFor(taken.models), seed, isUpToDate };
}

type OnProgress = Parameters<typeof runMeasurement>[0]['onProgress'];

function withProgress<T>(
  started: AbortController,
  total: number,
  task: (onProgress: OnProgress) => Promise<T>,
): Thenable<T> {
  const settings = {
    location: vscode.ProgressLocation.Notification,
    title: 'Measuring models',
    cancellable: true,
  };
  return vscode.window.withProgress(settings, async (bar, token) => {
    const cancellation = token.onCancellationRequested(() => started.abort());
    let shown = 0;
    try {
      return await task((progress) => {
        const increment = (100 * (progress.done - shown)) / total;
        shown = progress.done;
        bar.report({ message: plainWords(progressWords(progress)), increment });
      });
    } finally {
      cancellation.dispose();
    }
  });
}

async function offerPanel(words: string): Promise<void> {
  const answer = await vscode.window.showInformationMessage(plainWords(words), SHOW);
  if (answer === SHOW) await vscode.commands.executeCommand('firstToken.showLatencyPanel');
}

async function offerSettings(): Promise<void> {
  const answer = await vscode.window.showInformationMessage(
    'No model is set up yet. Add one to firstToken.models, then measure it.',
    ADD,
  );
  if (answer === ADD) await vscode.commands.executeCommand('firstToken.openSettings');
}
