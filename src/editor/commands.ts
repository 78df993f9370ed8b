import * as vscode from 'vscode';
import { COMMANDS, type CommandId } from '../core/commands.ts';

/** Registers exactly the commands of the table; a forgotten one does not compile. */
export function registerCommands(
  handlers: Readonly<Record<CommandId, () => unknown>>,
): vscode.Disposable {
  const ids = Object.keys(COMMANDS) as CommandId[];
  return vscode.Disposable.from(
    ...ids.map((id) => vscode.commands.registerCommand(id, () => handlers[id]())),
  );
}
