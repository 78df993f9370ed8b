import * as vscode from 'vscode';

/** Lines for whoever looks for a fault. Never a key, a prompt or code. */
export interface Log extends vscode.Disposable {
  info(line: string): void;
  warn(line: string): void;
  show(): void;
}

export function createLog(): Log {
  const channel = vscode.window.createOutputChannel('First Token', { log: true });
  return {
    info: (line) => channel.info(line),
    warn: (line) => channel.warn(line),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}
