import type * as vscode from 'vscode';
import type { DocumentChange, FakeDocument } from './fake-document.ts';
import { Position, Range } from './vscode-text.ts';

/**
 * What the typing path takes from the `vscode` module, over one document: stands in for the module in
 * tests and benches. `editor` drives it.
 */
export { Position, Range };

export class InlineCompletionItem {
  readonly insertText: string;
  readonly range: Range;

  constructor(insertText: string, range: Range) {
    this.insertText = insertText;
    this.range = range;
  }
}

export const InlineCompletionTriggerKind = { Invoke: 0, Automatic: 1 };
export const TextDocumentChangeReason = { Undo: 1, Redo: 2 };

interface Change {
  readonly document: FakeDocument;
  readonly reason: number | undefined;
  readonly contentChanges: readonly DocumentChange[];
}

const changeListeners = new Set<(change: Change) => void>();
let provider: vscode.InlineCompletionItemProvider | null = null;
let active: {
  readonly document: FakeDocument;
  selection: { readonly active: Position; readonly anchor: Position };
} | null = null;

export const languages = {
  registerInlineCompletionItemProvider: (_: unknown, registered: typeof provider) => {
    provider = registered;
    return {
      dispose: () => {
        provider = null;
      },
    };
  },
};

export const window = {
  get activeTextEditor() {
    return active ?? undefined;
  },
};

export const workspace = {
  asRelativePath: ({ path }: { readonly path: string }) => path.slice(path.lastIndexOf('/') + 1),
  getWorkspaceFolder: () => ({ uri: { path: '/work' } }),
  onDidChangeTextDocument: (listener: (change: Change) => void) => {
    changeListeners.add(listener);
    return { dispose: () => changeListeners.delete(listener) };
  },
  onDidCloseTextDocument: () => ({ dispose: () => {} }),
};

const caretAt = (position: Position) => ({ active: position, anchor: position });

export const editor = {
  open(document: FakeDocument): void {
    active = { document, selection: caretAt(new Position(0, 0)) };
  },
  get provider(): vscode.InlineCompletionItemProvider {
    if (provider === null) throw new Error('No provider is registered.');
    return provider;
  },
  get listeners(): number {
    return changeListeners.size;
  },
  moveTo(offset: number): void {
    if (active !== null) active.selection = caretAt(active.document.positionAt(offset));
  },
  /** Tells everybody of a change that was made, as the host does, before the cursor follows. */
  changed(changes: readonly DocumentChange[], reason?: number): void {
    if (active === null) return;
    const { document } = active;
    for (const listener of changeListeners) listener({ document, reason, contentChanges: changes });
  },
};
