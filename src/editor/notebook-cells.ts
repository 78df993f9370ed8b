import * as vscode from 'vscode';
import type { CompletionRequest } from '../core/request.ts';

/** As much as a large prompt has room for; whole cells, the nearest first. */
const MAX_CHARS = { before: 24_000, after: 6000 };

/** What the other cells of a notebook say in this cell's language; undefined for any other document. */
export function cellsAround(document: vscode.TextDocument): CompletionRequest['cells'] {
  if (document.uri.scheme !== 'vscode-notebook-cell') return undefined;
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cells = notebook.getCells();
    const here = cells.findIndex((cell) => cell.document === document);
    if (here < 0) continue;
    const alike = (cell: vscode.NotebookCell): boolean =>
      cell.kind === vscode.NotebookCellKind.Code &&
      cell.document.languageId === document.languageId;
    const before = texts(cells.slice(0, here).filter(alike).reverse(), MAX_CHARS.before).reverse();
    const after = texts(cells.slice(here + 1).filter(alike), MAX_CHARS.after);
    return {
      before: before.map((text) => `${text}\n\n`).join(''),
      after: after.map((text) => `\n\n${text}`).join(''),
    };
  }
  return undefined;
}

function texts(nearestFirst: readonly vscode.NotebookCell[], maxChars: number): string[] {
  const kept: string[] = [];
  let left = maxChars;
  for (const { document } of nearestFirst) {
    const text = document.getText().trimEnd();
    left -= text.length;
    if (left < 0) break;
    if (text !== '') kept.push(text);
  }
  return kept;
}
