import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import { createFigures, type Figures } from '../core/measure/figures.ts';
import type { Summary } from '../core/measure/summary.ts';
import type { CompletionModel } from '../core/model.ts';
import { type Completer, createCompleter } from '../core/race/completer.ts';
import { confidenceRule } from '../core/race/confidence-rule.ts';
import type { Entrant } from '../core/race/entrant.ts';
import { createStandings } from '../core/race/standing.ts';
import type { JournalRecord, MeasurementRecord } from '../core/record.ts';
import type { SettingsProblem } from '../core/settings.ts';
import type { RosterModel } from '../models/roster.ts';
import { isCursorAt } from './is-cursor-at.ts';
import { createModels } from './models.ts';
import type { Secrets } from './secrets.ts';
import type { SettingsReader } from './settings.ts';

/** The race with its models and figures, kept in step with settings and keys. */
export interface Engine extends vscode.Disposable {
  readonly completer: Completer;
  readonly figures: Figures;
  /** Every model in use, the built-in predictor last. */
  readonly models: readonly RosterModel[];
  /** The models of the settings, without the predictor, as they may be asked. */
  readonly entrants: readonly Entrant[];
  /** Wrong settings and models that could not be built. */
  readonly problems: readonly SettingsProblem[];
  /** Ids of models whose key was refused or is missing. */
  readonly needKey: ReadonlySet<string>;
  /** What `auto` stands for now, or the default model; null when only the predictor runs. */
  readonly defaultModel: string | null;
  summary(): Summary;
  /** Keeps a record that no keystroke made. */
  record(record: MeasurementRecord): void;
  /** Takes in what earlier windows and sessions measured. */
  load(records: readonly JournalRecord[]): void;
  /** Forgets every figure of this window. */
  clear(): void;
  /** Figures, models or problems have changed. May fire with every token. */
  readonly onDidChange: vscode.Event<void>;
}

export interface EngineOptions {
  readonly clock: Clock;
  readonly settings: SettingsReader;
  readonly secrets: Secrets;
  readonly embedded: CompletionModel;
  /** Whether anything may be computed or sent now. */
  readonly isOn: () => boolean;
  readonly onRecord: (record: JournalRecord) => void;
  /** The person wrote something else than what was shown with this confidence. */
  readonly onRejected: (confidence: number | null) => void;
}

/** More than a standing remembers: it forgets half in about 23 requests. */
const RECENT_RECORDS = 300;

export function createEngine(options: EngineOptions): Engine {
  const { clock, settings, secrets } = options;
  const changed = new vscode.EventEmitter<void>();
  const figures = createFigures();
  const standings = createStandings();
  const models = createModels({ clock, apiKey: secrets.get, isOn: options.isOn });
  const embedded: Entrant = {
    model: options.embedded,
    timeoutMs: 1000,
    available: () => true,
  };
  const predictor = (): readonly Entrant[] => (settings.current.predictorEnabled ? [embedded] : []);

  const keep = (record: JournalRecord): void => {
    figures.add(record);
    options.onRecord(record);
    changed.fire();
  };

  const completer = createCompleter({
    clock,
    newId: randomUUID,
    random: Math.random,
    entrants: () => [...models.roster.entrants, ...predictor()],
    settings: () => ({
      ...settings.current,
      policy: settings.current.racePolicy,
      confidence: confidenceRule(settings.current.predictorEagerness),
    }),
    standings,
    onRecord: keep,
    onProgress: (flight) => {
      figures.progress(flight, clock.epochMs());
      changed.fire();
    },
    onRejected: ({ confidence }) => options.onRejected(confidence),
    isThere: isCursorAt,
  });

  const list = (): readonly RosterModel[] => [
    ...models.roster.models,
    ...predictor().map(({ model: { id, provider } }) => ({
      id,
      provider,
      detail: 'predictor, this window',
      origin: null,
    })),
  ];
  const defaultModel = (): string | null => {
    const ids = models.roster.entrants.map(({ model }) => model.id);
    if (ids.includes(settings.current.defaultModel)) return settings.current.defaultModel;
    const chance = (id: string): number => standings.of(id, clock.nowMs()).inTimeProbability;
    return ids.toSorted((a, b) => chance(b) - chance(a))[0] ?? null;
  };

  /** A changed endpoint, key or switch ends what is on its way: it may no longer be wanted there. */
  const rebuild = async (): Promise<void> => {
    completer.stop();
    figures.forgetFaults();
    await models.use(settings.current.models);
    changed.fire();
  };
  const listeners = [
    settings.onDidChange(() => void rebuild()),
    secrets.onDidChange(() => void rebuild()),
  ];
  void rebuild();

  return {
    completer,
    figures,
    get models() {
      return list();
    },
    get entrants() {
      return models.roster.entrants;
    },
    get problems() {
      return [...settings.problems, ...models.roster.problems];
    },
    get needKey() {
      const refused = [...figures.faultCodes].filter(([, code]) => code === 'auth');
      return new Set(refused.map(([id]) => id));
    },
    get defaultModel() {
      return defaultModel();
    },
    summary: () =>
      figures.summary({
        models: list(),
        defaultModel: defaultModel() ?? options.embedded.id,
        budgetMs: settings.current.budgetMs,
      }),
    record: keep,
    load: (records) => {
      figures.load(records);
      for (const record of records.slice(-RECENT_RECORDS)) {
        if (record.kind !== 'race') continue;
        for (const lane of record.lanes)
          standings.note(
            lane,
            settings.current.budgetMs,
            clock.nowMs() - (clock.epochMs() - record.at),
          );
      }
      changed.fire();
    },
    clear: () => {
      figures.clear();
      changed.fire();
    },
    onDidChange: changed.event,
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      completer.stop();
      void models.dispose();
      changed.dispose();
    },
  };
}
