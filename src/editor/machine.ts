import * as os from 'node:os';
import * as vscode from 'vscode';
import type { ReportMachine } from '../history/report/machine-lines.ts';

/** The machine that this extension host runs on, without its name or anything that a person named. */
export function machineOf(extension: vscode.Extension<unknown>): ReportMachine {
  const { appName, appHost } = vscode.env;
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    memoryBytes: os.totalmem(),
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.versions.node,
    editor: `${appName} ${vscode.version} (${appHost})`,
    where: whereWords(extension),
  };
}

/** A remote's name is its kind, such as `ssh-remote`; an editor in the browser names host and port instead. */
function whereWords(extension: vscode.Extension<unknown>): string {
  const { remoteName } = vscode.env;
  if (remoteName === undefined) return 'no remote window';
  const kind = /^[a-z][a-z-]*$/.test(remoteName) ? ` (${remoteName})` : '';
  return extension.extensionKind === vscode.ExtensionKind.UI
    ? `remote window${kind}, First Token on the person's side`
    : `remote window${kind}, First Token on the remote's side`;
}
