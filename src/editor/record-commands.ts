import { homedir } from 'node:os';
import * as vscode from 'vscode';

const FORMATS = { 'JSON Lines': ['jsonl'], CSV: ['csv'] };

/**
 * Saves text where the person says; the format follows the name they give the file. Begins in the home
 * folder: records are of a person, and a file in the workspace is soon committed.
 */
export async function saveExport(
  render: (format: 'csv' | 'jsonl') => Promise<string>,
): Promise<void> {
  const home = vscode.workspace.workspaceFolders?.[0]?.uri.with({ path: homedir() });
  const uri = await vscode.window.showSaveDialog({
    title: 'Export Latency Records',
    saveLabel: 'Export',
    filters: FORMATS,
    defaultUri: vscode.Uri.joinPath(
      home ?? vscode.Uri.file(homedir()),
      'first-token-records.jsonl',
    ),
  });
  if (uri === undefined) return;
  const text = await render(uri.path.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl');
  const name = vscode.workspace.asRelativePath(uri);
  try {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`The records were not exported to ${name}: ${reason}`);
    return;
  }
  void vscode.window.showInformationMessage(`The records are exported to ${name}.`);
}

export async function confirmClear(): Promise<boolean> {
  const answer = await vscode.window.showWarningMessage(
    'Delete all latency records on this machine?',
    { modal: true, detail: 'They hold times and counts, no code. This cannot be undone.' },
    'Delete',
  );
  return answer === 'Delete';
}
