/** Documents that hold code. Output panes, the chat and commit boxes are not among them. */
export const COMPLETED_SCHEMES: readonly string[] = [
  'file',
  'untitled',
  'vscode-notebook-cell',
  'vscode-remote',
  'vscode-vfs',
];
