import './load-start.ts';
import type * as vscode from 'vscode';
import { MAX_RECORDS } from './core/measure/newest-records.ts';
import { createEmbeddedModel } from './core/predictor/embedded-model.ts';
import { createPredictor } from './core/predictor/predictor.ts';
import { confidenceRule } from './core/race/confidence-rule.ts';
import { createLastQuiet } from './core/trigger/last-quiet.ts';
import { createFeedback, registerAcceptance } from './editor/acceptance.ts';
import { createActions } from './editor/actions.ts';
import { createRequestBuilder } from './editor/build-request.ts';
import { registerCommands } from './editor/commands.ts';
import { createContextFeed } from './editor/context-feed.ts';
import { createEngine } from './editor/engine.ts';
import { createLog } from './editor/log.ts';
import { createMeasuring } from './editor/measure-models.ts';
import { nameAlternatives } from './editor/name-alternatives.ts';
import { createPanelHost } from './editor/panel-host.ts';
import { createPause } from './editor/pause.ts';
import { createRecords } from './editor/records.ts';
import { createSecrets } from './editor/secrets.ts';
import { createSettingsReader } from './editor/settings.ts';
import { createTelemetry } from './editor/telemetry.ts';
import { startTyping } from './editor/typing.ts';
import { createViews } from './editor/views.ts';
import { createWorkspaceFeed } from './editor/workspace-feed.ts';
import { type ActivationCost, activationCost } from './load-start.ts';
import { createSystemClock } from './models/system-clock.ts';

/** What other extensions and our own tests may read. No keys, no code. */
export interface FirstTokenApi {
  readonly activation: ActivationCost;
  /** What the built-in predictor has learned so far. */
  learned(): { readonly files: number; readonly tokens: number; readonly done: boolean };
}

let close: () => Promise<unknown> = async () => {};

/** The window waits a moment for this: the last second of records is still in memory. */
export function deactivate(): Promise<unknown> {
  return close();
}

/** The composition root: everything is made here, by hand, and disposed with the context. */
export function activate(context: vscode.ExtensionContext): FirstTokenApi {
  const clock = createSystemClock();
  const log = createLog();
  const settings = createSettingsReader();
  const secrets = createSecrets(context.secrets);
  const predictor = createPredictor({});
  const feedback = createFeedback(predictor);
  const records = createRecords({ context, clock, settings, log });
  const telemetry = createTelemetry({ context, clock, settings, secrets, log });
  close = () => Promise.all([records.close(), telemetry.close()]);
  const engine = createEngine({
    clock,
    settings,
    secrets,
    isOn: () => settings.current.enabled && !pause.active,
    embedded: createEmbeddedModel(predictor, {
      threshold: () => confidenceRule(settings.current.predictorEagerness).alone,
    }),
    onRecord: (record) => {
      records.append(record);
      telemetry.append(record);
    },
    onRejected: (confidence) => feedback(false, confidence),
  });
  const lastQuiet = createLastQuiet();
  const pause = createPause(clock, () => {
    if (pause.active) {
      engine.completer.stop();
      measuring.cancel();
    }
    views.refresh();
  });
  const measuring = createMeasuring({
    clock,
    engine,
    settings,
    secrets,
    pause,
    onChange: () => views.refresh(),
  });
  const views = createViews({
    clock,
    engine,
    settings,
    pause,
    measuring,
    records,
    lastQuiet,
    context,
  });
  const isOn = (document: vscode.TextDocument): boolean =>
    !pause.active && !measuring.active && settings.isOnFor(document);
  const contextFeed = createContextFeed({
    clock,
    isOn: settings.isOnFor,
    onDidChange: settings.onDidChange,
    enabled: () => {
      const { enabled, contextEnabled, models } = settings.current;
      return enabled && contextEnabled && models.length > 0;
    },
  });
  const build = createRequestBuilder({
    promptTokens: () => Math.max(0, ...settings.current.models.map((one) => one.promptTokens)),
    contextOf: contextFeed.of,
  });
  const actions = createActions({
    clock,
    extension: context.extension,
    settings,
    secrets,
    engine,
    pause,
    records,
    measuring,
  });
  const feed = createWorkspaceFeed({
    predictor,
    clock,
    log: log.info,
    enabled: () => settings.current.enabled && settings.current.predictorEnabled,
  });
  const panel = createPanelHost({
    context,
    snapshot: views.snapshot,
    onDidChange: views.onDidRefresh,
    run: actions.run,
  });
  context.subscriptions.push(
    log,
    settings,
    secrets,
    engine,
    pause,
    measuring,
    views,
    contextFeed,
    feed,
    panel,
    startTyping({
      clock,
      completer: engine.completer,
      build,
      isOn,
      onAlternatives: nameAlternatives,
      onEdit: (kind) => lastQuiet.edited(kind, clock.epochMs()),
    }),
    registerCommands({ ...actions.commands, 'firstToken.showLatencyPanel': panel.show }),
    registerAcceptance(engine.completer, feedback),
  );
  void records.load(MAX_RECORDS).then((older) => engine.load(older));
  return { activation: activationCost(), learned: feed.progress };
}
