import * as vscode from 'vscode';
import { type ParsedSettings, parseSettings } from '../core/parse-settings.ts';
import { isSecretPath } from '../core/predictor/file-filter.ts';
import {
  EAGERNESS,
  SETTING_PREFIX,
  SETTINGS,
  type SettingKey,
  type Settings,
  type SettingsProblem,
} from '../core/settings.ts';

/** The only reader of `firstToken.*`. */
export interface SettingsReader extends vscode.Disposable {
  /** The person's own settings, narrowed by the workspace as a whole. */
  readonly current: Settings;
  readonly problems: readonly SettingsProblem[];
  /**
   * False where the document's folder or language switches First Token off, and in files of secrets:
   * there no model is asked, whatever the settings say.
   */
  isOnFor(document: vscode.TextDocument): boolean;
  /** Fires after every change of any of our settings. */
  readonly onDidChange: vscode.Event<void>;
  /** Writes to the user settings; a workspace is never written to. */
  update(key: SettingKey, value: unknown): Promise<void>;
}

export function createSettingsReader(): SettingsReader {
  const changed = new vscode.EventEmitter<void>();
  let parsed = readSettings();
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(SETTING_PREFIX)) return;
    parsed = readSettings();
    changed.fire();
  });
  return {
    get current() {
      return parsed.settings;
    },
    get problems() {
      return parsed.problems;
    },
    isOnFor: (document) => {
      if (!parsed.settings.enabled || isSecretPath(document.uri.path)) return false;
      const configuration = vscode.workspace.getConfiguration(SETTING_PREFIX, document);
      const { languageId } = document;
      return (
        configuration.get('enabled') !== false &&
        !parsed.settings.disabledLanguages.includes(languageId) &&
        !strings(configuration.get('disabledLanguages')).includes(languageId)
      );
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

/**
 * The declared scope alone does not protect: before 1.132 a workspace could set application-scoped
 * keys in nested-object form, and editors built on such versions are in use. So everything is parsed
 * from the person's own settings, and a workspace may then only narrow: switch off what the person has
 * on, never the other way round, and a value that makes no sense changes nothing.
 */
function readSettings(): ParsedSettings {
  const configuration = vscode.workspace.getConfiguration(SETTING_PREFIX);
  const keys = Object.keys(SETTINGS) as SettingKey[];
  const own = keys.map((key) => {
    const found = configuration.inspect(key);
    return [key, found?.globalValue ?? found?.defaultValue] as const;
  });
  const { settings, problems } = parseSettings(
    Object.fromEntries(own) as Record<SettingKey, unknown>,
  );
  const eagerness: unknown = configuration.get('predictor.eagerness');
  return {
    problems,
    settings: {
      ...settings,
      enabled: settings.enabled && configuration.get('enabled') !== false,
      contextEnabled: settings.contextEnabled && configuration.get('context.enabled') !== false,
      predictorEnabled:
        settings.predictorEnabled && configuration.get('predictor.enabled') !== false,
      predictorEagerness: EAGERNESS.find((one) => one === eagerness) ?? settings.predictorEagerness,
      disabledLanguages: [
        ...new Set([
          ...settings.disabledLanguages,
          ...strings(configuration.get('disabledLanguages')),
        ]),
      ],
    },
  };
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
