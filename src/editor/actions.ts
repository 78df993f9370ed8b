import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import type { CommandId } from '../core/commands.ts';
import type { PanelAction } from '../core/protocol.ts';
import { exportCsv, exportJsonLines } from '../history/export.ts';
import { joinInTurns } from '../history/join-in-turns.ts';
import { keyHolders, removeApiKey, setApiKey } from './api-keys.ts';
import type { Engine } from './engine.ts';
import type { Measuring } from './measure-models.ts';
import { pickModel } from './model-picker.ts';
import type { Pause } from './pause.ts';
import { confirmClear, copyReport, saveExport } from './record-commands.ts';
import type { Records } from './records.ts';
import { renderReport } from './report.ts';
import type { Secrets } from './secrets.ts';
import type { SettingsReader } from './settings.ts';

/** What commands and the panel's buttons do. */
export interface Actions {
  readonly commands: Readonly<
    Record<Exclude<CommandId, 'firstToken.showLatencyPanel'>, () => unknown>
  >;
  run(action: PanelAction): void;
}

const PAUSE_MS = 5 * 60_000;

/** A click on the status bar took the focus there; whoever has chosen wants to type on. */
async function focusCode(): Promise<void> {
  if (vscode.window.activeTextEditor === undefined) return;
  await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}

export function createActions(deps: {
  readonly clock: Clock;
  readonly extension: vscode.Extension<unknown>;
  readonly settings: SettingsReader;
  readonly secrets: Secrets;
  readonly engine: Engine;
  readonly pause: Pause;
  readonly records: Records;
  readonly measuring: Measuring;
}): Actions {
  const { settings, secrets, engine, pause, records, measuring } = deps;

  const holders = () => keyHolders(engine.models, settings.current.telemetry);
  const setDefault = async (id: string): Promise<void> => {
    const known = id === 'auto' || engine.models.some((model) => model.id === id);
    if (known) await settings.update('defaultModel', id);
  };
  const selectDefault = async (): Promise<void> => {
    const choice = await pickModel({
      models: engine.summary().models,
      current: settings.current.defaultModel,
      needKey: engine.needKey,
      paused: pause.active,
      enabled: settings.current.enabled,
    });
    if (choice?.type === 'model') await setDefault(choice.id);
    else if (choice?.type === 'fix-key') await setApiKey(secrets, holders(), choice.id);
    else if (choice !== null) await vscode.commands.executeCommand(choice.id);
    if (choice?.type === 'model' || choice === null) await focusCode();
  };
  const toggle = async (): Promise<void> => {
    const on = settings.current.enabled && !pause.active;
    pause.end();
    if (on !== settings.current.enabled) return;
    await settings.update('enabled', !on);
    if (!on && !settings.current.enabled) {
      void vscode.window.showInformationMessage(
        'The settings of this folder keep First Token off.',
      );
    }
  };
  const report = (): Promise<string> => renderReport(deps);
  const exportRecords = (): Promise<void> =>
    saveExport(async (format) => {
      if (format === 'md') return report();
      const all = await records.load();
      return joinInTurns(format === 'csv' ? exportCsv(all) : exportJsonLines(all));
    });
  const clearRecords = async (): Promise<void> => {
    if (!(await confirmClear())) return;
    await records.clear();
    engine.clear();
  };
  const openSettings = (): Thenable<unknown> =>
    vscode.commands.executeCommand('workbench.action.openSettings', 'firstToken');

  return {
    commands: {
      'firstToken.selectDefaultModel': selectDefault,
      'firstToken.toggle': toggle,
      'firstToken.pause': () => {
        if (pause.active) pause.end();
        else pause.start(PAUSE_MS);
        return focusCode();
      },
      'firstToken.measureModels': measuring.measure,
      'firstToken.setApiKey': () => setApiKey(secrets, holders()),
      'firstToken.removeApiKey': () => removeApiKey(secrets, holders()),
      'firstToken.exportRecords': exportRecords,
      'firstToken.copyReport': () => copyReport(report),
      'firstToken.clearRecords': clearRecords,
      'firstToken.openSettings': openSettings,
    },
    run(action) {
      switch (action.type) {
        case 'set-default':
          return void setDefault(action.model);
        case 'set-key':
          return void setApiKey(secrets, holders(), action.model);
        case 'select-default':
          return void selectDefault();
        case 'toggle':
          return void toggle();
        case 'measure':
          return void measuring.measure();
        case 'open-settings':
          return void openSettings();
        case 'export':
          return void exportRecords();
        case 'clear':
          return void clearRecords();
      }
    },
  };
}
