import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import { coalesce } from '../core/coalesce.ts';
import { COMMANDS, type CommandId } from '../core/commands.ts';
import { silenceSentence } from '../core/measure/silence-sentence.ts';
import { panelSnapshot } from '../core/measure/snapshot.ts';
import { statusLine } from '../core/measure/status-line.ts';
import { statusTooltip } from '../core/measure/status-tooltip.ts';
import type { Summary } from '../core/measure/summary.ts';
import type { PanelSnapshot } from '../core/protocol.ts';
import type { LastQuiet } from '../core/trigger/last-quiet.ts';
import type { Engine } from './engine.ts';
import type { Measuring } from './measure-models.ts';
import type { Pause } from './pause.ts';
import type { Records } from './records.ts';
import type { SettingsReader } from './settings.ts';
import { createStatusBar } from './status-bar.ts';

/** What people see of the figures, brought up to date at most four times a second. */
export interface Views extends vscode.Disposable {
  snapshot(): PanelSnapshot;
  refresh(): void;
  readonly onDidRefresh: vscode.Event<void>;
}

export interface ViewsOptions {
  readonly clock: Clock;
  readonly engine: Engine;
  readonly settings: SettingsReader;
  readonly pause: Pause;
  readonly measuring: Measuring;
  readonly records: Records;
  readonly lastQuiet: LastQuiet;
  readonly context: vscode.ExtensionContext;
}

const REFRESH_MS = 250;
/** Summing up may take at most this share of the extension host's time; beyond, it runs less often. */
const MAX_SHARE = 0.05;
const RACES_SHOWN = 30;
const TOOLTIP_COMMANDS: readonly CommandId[] = [
  'firstToken.showLatencyPanel',
  'firstToken.selectDefaultModel',
  'firstToken.pause',
  'firstToken.toggle',
];

export function createViews(options: ViewsOptions): Views {
  const { clock, engine, settings, pause } = options;
  const refreshed = new vscode.EventEmitter<void>();
  const bar = createStatusBar({
    command: 'firstToken.selectDefaultModel',
    tooltipCommands: TOOLTIP_COMMANDS,
  });
  let summary: Summary | null = null;
  let costMs = 0;

  const current = (): Summary => {
    if (summary !== null) return summary;
    const startMs = clock.nowMs();
    summary = engine.summary();
    costMs = clock.nowMs() - startMs;
    return summary;
  };

  const update = (): void => {
    summary = null;
    const { models, totals } = current();
    const { enabled, budgetMs } = settings.current;
    const model = models.find(({ id }) => id === engine.defaultModel) ?? null;
    const line = statusLine({
      enabled,
      measuring: options.measuring.active,
      pausedMinutes: pause.minutesLeft,
      offForLanguage: offForLanguage(settings),
      budgetMs,
      model,
      liveFromKeyMs: model === null ? null : (engine.figures.liveOf(model.id)?.fromKeyMs ?? null),
      keyRefused: model !== null && engine.needKey.has(model.id),
      hasProblems: engine.problems.length > 0,
    });
    const last = engine.figures.lastRace();
    const tooltip = statusTooltip({
      models,
      budgetMs,
      shownInTime: totals.shownInTime,
      problems: engine.problems.map(({ message }) => message),
      lastSilence:
        options.lastQuiet.sentenceSince(last?.at ?? 0) ??
        (last === null ? null : silenceSentence(last)),
      enabled,
      commands: TOOLTIP_COMMANDS.map((id) => ({ id, title: COMMANDS[id].title })),
    });
    bar.update(line, tooltip);
    refreshed.fire();
    if (engine.figures.isBehind) refresh();
  };
  const refresh = coalesce(clock, () => Math.max(REFRESH_MS, costMs / MAX_SHARE), update);
  const listeners = [
    engine.onDidChange(refresh),
    settings.onDidChange(refresh),
    vscode.window.onDidChangeActiveTextEditor(refresh),
  ];
  refresh();

  return {
    refresh,
    onDidRefresh: refreshed.event,
    snapshot: () =>
      panelSnapshot({
        ...current(),
        settings: settings.current,
        enabled: settings.current.enabled && !pause.active,
        races: engine.figures.recentRaces(RACES_SHOWN),
        problems: engine.problems,
        needKey: engine.needKey,
        recordProblems: options.records.problems,
        minShowDelayMs: minShowDelayMs(),
        resolvedOn: resolvedOn(options.context.extension),
      }),
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      refresh.dispose();
      bar.dispose();
      refreshed.dispose();
    },
  };
}

function offForLanguage(settings: SettingsReader): string | null {
  const document = vscode.window.activeTextEditor?.document;
  return document === undefined || settings.isOnFor(document) ? null : document.languageId;
}

function minShowDelayMs(): number {
  const delay = vscode.workspace.getConfiguration('editor').get('inlineSuggest.minShowDelay');
  return typeof delay === 'number' ? delay : 0;
}

/** Where a loopback endpoint is looked up: with a remote workspace this may be the other machine. */
function resolvedOn(extension: vscode.Extension<unknown>): string {
  const remote = vscode.env.remoteName;
  const isLocal = remote === undefined || extension.extensionKind === vscode.ExtensionKind.UI;
  if (isLocal) return 'this machine';
  // An editor in the browser names its server by host and port, which says nothing to the person.
  return /:\d+$/.test(remote) ? 'the machine that runs this editor' : remote;
}
