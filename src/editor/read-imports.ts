import * as vscode from 'vscode';
import { MAX_FILE_BYTES, refuseText } from '../core/predictor/file-filter.ts';
import { fileHead } from '../core/prompt/file-head.ts';
import { importPaths } from '../core/prompt/import-paths.ts';
import type { ContextFile } from '../core/request.ts';

/** Imports stand at the beginning of a file. */
const IMPORT_LINES = 200;

/** The beginnings of the files that a document imports, as far as they may be taken and can be read. */
export async function readImports(
  document: vscode.TextDocument,
  mayTake: (uri: vscode.Uri) => boolean,
  signal: AbortSignal,
): Promise<readonly ContextFile[]> {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  if (folder === undefined) return [];
  const lines = Math.min(document.lineCount, IMPORT_LINES);
  const text = Array.from({ length: lines }, (_, line) => document.lineAt(line).text).join('\n');
  const path = vscode.workspace.asRelativePath(document.uri, false);
  const found: ContextFile[] = [];
  for (const candidates of importPaths({ path, languageId: document.languageId, text })) {
    for (const candidate of candidates) {
      const uri = vscode.Uri.joinPath(folder.uri, candidate);
      const content = mayTake(uri) ? await contentOf(uri) : null;
      if (signal.aborted) return found;
      if (content === null) continue;
      const head = refuseText(content) === null ? fileHead(content) : '';
      if (head !== '') found.push({ path: candidate, text: head, kind: 'import' });
      break;
    }
  }
  return found;
}

/** An open document is newer than its file. Null where there is no such file. */
async function contentOf(uri: vscode.Uri): Promise<string | null> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === key);
  if (open !== undefined) return open.getText();
  try {
    const stat = await vscode.workspace.fs.stat(uri);
    if ((stat.type & vscode.FileType.File) === 0 || stat.size > MAX_FILE_BYTES) return null;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}
