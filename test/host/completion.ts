import assert from 'node:assert/strict';
import { commands, Position, Selection, type TextEditor, Uri, window, workspace } from 'vscode';
import { activateExtension } from './extension-under-test.ts';
import { hostTest } from './host-test.ts';
import { waitUntil } from './wait-until.ts';

async function openSample(file: string): Promise<TextEditor> {
  const folder = workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('No folder is open.');
  return window.showTextDocument(await workspace.openTextDocument(Uri.joinPath(folder.uri, file)));
}

/** Puts the cursor at the end of the document after adding `text` there. */
async function appendText(editor: TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const end = document.lineAt(document.lineCount - 1).range.end;
  await editor.edit((edit) => edit.insert(end, text));
  const cursor = document.lineAt(document.lineCount - 1).range.end;
  editor.selection = new Selection(cursor, cursor);
}

/** Asks for a suggestion and takes it; resolves to what was inserted. */
async function takeSuggestion(editor: TextEditor): Promise<string> {
  const { document } = editor;
  const from = editor.selection.active;
  const before = document.getText();
  return waitUntil('a suggestion that can be taken', async () => {
    await commands.executeCommand('editor.action.inlineSuggest.trigger');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await commands.executeCommand('editor.action.inlineSuggest.commit');
    if (document.getText() === before) return undefined;
    const offset = document.offsetAt(from);
    return document.getText().slice(offset);
  });
}

async function revert(): Promise<void> {
  await commands.executeCommand('workbench.action.files.revert');
  await commands.executeCommand('workbench.action.closeActiveEditor');
}

export function addCompletionTests(): void {
  hostTest(
    'it completes from what it learned of the open document, with no model set up',
    async () => {
      const { learned } = await activateExtension();
      await waitUntil('the workspace is learned', () => learned().done || undefined);
      assert.ok(learned().files >= 3, `it learned ${learned().files} files`);
      const editor = await openSample('src/orders.ts');
      await appendText(
        editor,
        '\nexport function returnOrder(store: OrderStore, id: string): Order {\n  const order = findOr',
      );
      const text = await takeSuggestion(editor);
      assert.ok(text.startsWith('der(store, id);'), `it wrote ${JSON.stringify(text)}`);
      await revert();
    },
  );

  hostTest('it stays silent in a language that is switched off', async () => {
    await activateExtension();
    const document = await workspace.openTextDocument({
      language: 'plaintext',
      content: 'alpha beta gamma\nalpha beta gamma\nalpha be',
    });
    const editor = await window.showTextDocument(document);
    const end = new Position(2, 8);
    editor.selection = new Selection(end, end);
    await commands.executeCommand('editor.action.inlineSuggest.trigger');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await commands.executeCommand('editor.action.inlineSuggest.commit');
    assert.equal(document.lineAt(2).text, 'alpha be');
    await revert();
  });
}
