import * as vscode from 'vscode';
import { COMMANDS, type CommandId } from '../core/commands.ts';
import type { RosterModel } from '../models/roster.ts';
import type { Secrets } from './secrets.ts';

/** Registers exactly the commands of the table; a forgotten one does not compile. */
export function registerCommands(
  handlers: Readonly<Record<CommandId, () => unknown>>,
): vscode.Disposable {
  const ids = Object.keys(COMMANDS) as CommandId[];
  return vscode.Disposable.from(
    ...ids.map((id) => vscode.commands.registerCommand(id, () => handlers[id]())),
  );
}

/** Asks for one of the endpoints, unless there is only one or `modelId` names it. */
async function pickOrigin(
  models: readonly RosterModel[],
  title: string,
  modelId?: string,
): Promise<string | null> {
  const byOrigin = new Map<string, string[]>();
  for (const { id, origin } of models) {
    if (origin !== null) byOrigin.set(origin, [...(byOrigin.get(origin) ?? []), id]);
  }
  const named = models.find((model) => model.id === modelId)?.origin;
  if (named !== undefined && named !== null) return named;
  if (byOrigin.size === 0) {
    void vscode.window.showInformationMessage(
      'No model is set up yet. Add one to firstToken.models first; a key belongs to its endpoint.',
    );
    return null;
  }
  const items = [...byOrigin].map(([origin, ids]) => ({
    label: origin,
    description: ids.join(', '),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: 'A key is stored for one endpoint and sent to no other',
  });
  return picked?.label ?? null;
}

/** Stores a key for the endpoint of a model. The key is typed into a password box and never shown. */
export async function setApiKey(
  secrets: Secrets,
  models: readonly RosterModel[],
  modelId?: string,
): Promise<void> {
  const origin = await pickOrigin(models, 'Set API Key', modelId);
  if (origin === null) return;
  const key = await vscode.window.showInputBox({
    title: `API Key for ${origin}`,
    prompt: `Stored in the editor's secret storage and sent to ${origin} only.`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) =>
      /^[\x21-\x7e]+$/.test(value.trim())
        ? null
        : 'A key has letters, digits and marks, no spaces.',
  });
  if (key !== undefined) await secrets.set(origin, key.trim());
}

export async function removeApiKey(
  secrets: Secrets,
  models: readonly RosterModel[],
): Promise<void> {
  const origin = await pickOrigin(models, 'Remove API Key');
  if (origin !== null) await secrets.remove(origin);
}

/** Saves text where the person says; the format follows the name they give the file. */
export async function saveExport(
  render: (format: 'csv' | 'jsonl') => Promise<string>,
): Promise<void> {
  const uri = await vscode.window.showSaveDialog({
    title: 'Export Latency Records',
    saveLabel: 'Export',
    filters: { 'JSON Lines': ['jsonl'], CSV: ['csv'] },
    defaultUri: vscode.Uri.joinPath(
      vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'),
      'first-token-records.jsonl',
    ),
  });
  if (uri === undefined) return;
  const text = await render(uri.path.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl');
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
}

export async function confirmClear(): Promise<boolean> {
  const answer = await vscode.window.showWarningMessage(
    'Delete all latency records on this machine?',
    { modal: true, detail: 'They hold times and counts, no code. This cannot be undone.' },
    'Delete',
  );
  return answer === 'Delete';
}
