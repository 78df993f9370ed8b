import * as vscode from 'vscode';
import { answerTo, firstLineOf } from '../scenario.ts';

/** The least that the editor allows: an extension that knows the answer and gives it at once. */
export function activate(context: vscode.ExtensionContext): void {
  const ready = vscode.window.createStatusBarItem('ready');
  ready.text = 'floor';
  ready.show();
  const provider: vscode.InlineCompletionItemProvider = {
    provideInlineCompletionItems(document, position) {
      const typed = document.lineAt(position.line).text.slice(0, position.character);
      const text = firstLineOf(answerTo(typed));
      return [new vscode.InlineCompletionItem(text, new vscode.Range(position, position))];
    },
  };
  context.subscriptions.push(
    ready,
    vscode.languages.registerInlineCompletionItemProvider({ pattern: '**' }, provider),
  );
}
