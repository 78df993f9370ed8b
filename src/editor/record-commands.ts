import { homedir } from 'node:os';
import * as vscode from 'vscode';

export type ExportFormat = 'jsonl' | 'csv' | 'md';

const FILTERS: Readonly<Record<string, string[]>> = {
  'JSON Lines': ['jsonl'],
  CSV: ['csv'],
  'Markdown Report': ['md'],
};

/**
 * Saves text where the person says; the format follows the name they give the file. Begins in the home
 * folder: records are of a person, and a file in the workspace is soon committed.
 */
export async function saveExport(render: (format: ExportFormat) => Promise<string>): Promise<void> {
  const home = vscode.workspace.workspaceFolders?.[0]?.uri.with({ path: homedir() });
  const uri = await vscode.window.showSaveDialog({
    title: 'Export Latency Records',
    saveLabel: 'Export',
    filters: FILTERS,
    defaultUri: vscode.Uri.joinPath(
      home ?? vscode.Uri.file(homedir()),
      'first-token-records.jsonl',
    ),
  });
  if (uri === undefined) return;
  const text = await render(formatOf(uri.path));
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

function formatOf(path: string): ExportFormat {
  const ending = /\.(csv|md|markdown)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return 'jsonl';
  return ending === 'csv' ? 'csv' : 'md';
}

/** To the clipboard; who wants to see what they are about to paste can. */
export async function copyReport(render: () => Promise<string>): Promise<void> {
  const content = await render();
  await vscode.env.clipboard.writeText(content);
  const answer = await vscode.window.showInformationMessage(
    'The report is copied. It names your models, and holds no code, paths or endpoints.',
    'Show',
  );
  if (answer !== 'Show') return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document);
}

export async function confirmClear(): Promise<boolean> {
  const answer = await vscode.window.showWarningMessage(
    'Delete all latency records on this machine?',
    { modal: true, detail: 'They hold times and counts, no code. This cannot be undone.' },
    'Delete',
  );
  return answer === 'Delete';
}
