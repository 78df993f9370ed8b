import * as vscode from 'vscode';
import { pickerDescription } from '../core/measure/picker-words.ts';
import { recommendation } from '../core/measure/recommended-model.ts';
import type { ModelSummary } from '../core/protocol.ts';
import { plainWords } from './plain-words.ts';

/** What the person chose: a model id, `auto`, or one of the actions. */
export type Choice =
  | { readonly type: 'model'; readonly id: string }
  | { readonly type: 'fix-key'; readonly id: string }
  | { readonly type: 'command'; readonly id: string };

export interface PickerOptions {
  readonly models: readonly ModelSummary[];
  /** The setting's value: an id or `auto`. */
  readonly current: string;
  readonly needKey: ReadonlySet<string>;
  readonly paused: boolean;
  readonly enabled: boolean;
}

type Item = vscode.QuickPickItem & { readonly choice?: Choice };

/** Lists the models by share within budget, the best first, with their figures beside the names. */
export async function pickModel(options: PickerOptions): Promise<Choice | null> {
  const picked = await vscode.window.showQuickPick(items(options), {
    title: 'Default Model for Completions',
    placeHolder: `Now ${options.current}. Type to filter`,
    matchOnDescription: true,
  });
  return picked?.choice ?? null;
}

function items(options: PickerOptions): Item[] {
  const network = options.models.filter((model) => model.provider !== 'embedded');
  const recommended = recommendation(network).best;
  const byShare = network.toSorted((a, b) => (b.inTime?.value ?? -1) - (a.inTime?.value ?? -1));
  const rows = byShare.map((model): Item => {
    const isCurrent = model.id === options.current;
    const icon = model.fault !== null ? 'error' : isCurrent ? 'check' : 'blank';
    const mark = isCurrent && icon === 'error' ? ' $(check)' : '';
    const star = model.id === recommended?.id ? ' $(star-full) recommended' : '';
    return {
      label: `$(${icon}) ${plainWords(model.id)}${mark}`,
      description: pickerDescription(model) + star,
      ...(model.fault === null ? {} : { detail: plainWords(model.fault.message) }),
      choice: options.needKey.has(model.id)
        ? { type: 'fix-key', id: model.id }
        : { type: 'model', id: model.id },
    };
  });
  const auto: Item = {
    label: `$(${options.current === 'auto' ? 'check' : 'sync'}) auto`,
    description: 'the model most likely to be in time',
    choice: { type: 'model', id: 'auto' },
  };
  const separator = (label: string): Item => ({
    label,
    kind: vscode.QuickPickItemKind.Separator,
  });
  return [
    ...(rows.length > 0 ? [separator('models'), ...rows, auto] : []),
    separator('actions'),
    ...actions(options),
  ];
}

function actions({ paused, enabled, models }: PickerOptions): Item[] {
  const hasModels = models.some((model) => model.provider !== 'embedded');
  const action = (icon: string, label: string, id: string): Item => ({
    label: `$(${icon}) ${label}`,
    choice: { type: 'command', id },
  });
  return [
    ...(enabled
      ? [
          paused
            ? action('debug-start', 'Resume', 'firstToken.pause')
            : action('debug-pause', 'Pause for 5 Minutes', 'firstToken.pause'),
        ]
      : []),
    action('circle-slash', enabled ? 'Turn Off' : 'Turn On', 'firstToken.toggle'),
    action('graph', 'Show Latency Panel', 'firstToken.showLatencyPanel'),
    ...(hasModels ? [action('beaker', 'Measure Models…', 'firstToken.measureModels')] : []),
    action('key', 'Set API Key', 'firstToken.setApiKey'),
    action('gear', hasModels ? 'Open Settings' : 'Add a Model…', 'firstToken.openSettings'),
  ];
}
