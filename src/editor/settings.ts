import * as vscode from 'vscode';
import { parseSettings } from '../core/parse-settings.ts';
import {
  SETTING_PREFIX,
  SETTINGS,
  type SettingKey,
  type Settings,
  type SettingsProblem,
} from '../core/settings.ts';

/** The only reader of `firstToken.*`. */
export interface SettingsReader extends vscode.Disposable {
  readonly current: Settings;
  readonly problems: readonly SettingsProblem[];
  /** Fires after every change of any of our settings. */
  readonly onDidChange: vscode.Event<void>;
  /** Writes to the user settings; a workspace is never written to. */
  update(key: SettingKey, value: unknown): Promise<void>;
}

export function createSettingsReader(): SettingsReader {
  const changed = new vscode.EventEmitter<void>();
  let parsed = parseSettings(readAll());
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(SETTING_PREFIX)) return;
    parsed = parseSettings(readAll());
    changed.fire();
  });
  return {
    get current() {
      return parsed.settings;
    },
    get problems() {
      return parsed.problems;
    },
    onDidChange: changed.event,
    update: async (key, value) => {
      const configuration = vscode.workspace.getConfiguration(SETTING_PREFIX);
      await configuration.update(key, value, vscode.ConfigurationTarget.Global);
    },
    dispose: () => {
      listener.dispose();
      changed.dispose();
    },
  };
}

function readAll(): Record<SettingKey, unknown> {
  const configuration = vscode.workspace.getConfiguration(SETTING_PREFIX);
  const keys = Object.keys(SETTINGS) as SettingKey[];
  const entries = keys.map((key) => [key, readOne(configuration, key)] as const);
  return Object.fromEntries(entries) as Record<SettingKey, unknown>;
}

/**
 * The declared scope alone does not protect: before 1.132 a workspace could set application-scoped
 * keys in nested-object form, and editors built on such versions are in use. So what can redirect
 * code or keys is taken from the user's own settings only. Of the rest a workspace may only narrow:
 * switch off what the person has on, never the other way round.
 */
function readOne(configuration: vscode.WorkspaceConfiguration, key: SettingKey): unknown {
  const found = configuration.inspect(key);
  const own = found?.globalValue ?? found?.defaultValue;
  if (SETTINGS[key].scope === 'application') return own;
  return narrowed(own, configuration.get(key));
}

function narrowed(own: unknown, effective: unknown): unknown {
  if (typeof own === 'boolean' && typeof effective === 'boolean') return own && effective;
  if (Array.isArray(own) && Array.isArray(effective)) return [...own, ...effective];
  return effective;
}
