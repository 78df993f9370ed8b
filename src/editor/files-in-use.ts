import * as vscode from 'vscode';

/** Open documents, files of tabs that are not loaded yet, and the paths of both, the active file first. */
export function filesInUse() {
  const active = vscode.window.activeTextEditor?.document;
  const documents = [...vscode.workspace.textDocuments].sort(
    (a, b) => Number(b === active) - Number(a === active),
  );
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const uris = [...documents.map((document) => document.uri), ...tabs];
  const paths = [...new Set(uris.map((uri) => vscode.workspace.asRelativePath(uri, false)))];
  return { documents, tabs, paths };
}
