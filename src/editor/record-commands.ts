import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { plainWords } from './plain-words.ts';

export type ExportFormat = 'jsonl' | 'csv' | 'md';

interface Choice extends vscode.QuickPickItem {
  readonly format: ExportFormat;
  readonly fileName: string;
}

/** Asked before the file's name: a save dialog in the browser shows no list of formats. */
const CHOICES: readonly Choice[] = [
  {
    format: 'jsonl',
    label: 'JSON Lines',
    description: 'every record as it is kept',
    fileName: 'first-token-records.jsonl',
  },
  {
    format: 'csv',
    label: 'CSV',
    description: 'one row for each request, for a spreadsheet',
    fileName: 'first-token-records.csv',
  },
  {
    format: 'md',
    label: 'Markdown Report',
    description: 'the figures of all models',
    fileName: 'first-token-report.md',
  },
];

/**
 * Saves text where the person says, in the format that they chose. A name with the ending of another
 * of the formats is taken at its word. Begins in the home folder: records are of a person, and a file in
 * the workspace is soon committed.
 */
export async function saveExport(render: (format: ExportFormat) => Promise<string>): Promise<void> {
  const choice = await vscode.window.showQuickPick(CHOICES, {
    title: 'Export Latency Records',
    placeHolder: 'Which format? None of them holds code',
  });
  if (choice === undefined) return;
  const home = vscode.workspace.workspaceFolders?.[0]?.uri.with({ path: homedir() });
  const uri = await vscode.window.showSaveDialog({
    title: `Export as ${choice.label}`,
    saveLabel: 'Export',
    filters: { [choice.label]: [choice.format] },
    defaultUri: vscode.Uri.joinPath(home ?? vscode.Uri.file(homedir()), choice.fileName),
  });
  if (uri === undefined) return;
  const format = formatOf(uri.path) ?? choice.format;
  const text = await render(format);
  const name = vscode.workspace.asRelativePath(uri);
  const [what, is] = format === 'md' ? ['The report', 'is'] : ['The records', 'are'];
  try {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(
      plainWords(`${what} could not be saved to ${name}: ${reason}`),
    );
    return;
  }
  void vscode.window.showInformationMessage(plainWords(`${what} ${is} saved to ${name}.`));
}

function formatOf(path: string): ExportFormat | null {
  const ending = /\.(jsonl|csv|md|markdown)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  return ending === 'jsonl' || ending === 'csv' ? ending : 'md';
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
