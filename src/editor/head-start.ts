import * as vscode from 'vscode';
import type { Completer } from '../core/race/completer.ts';
import { mayStartRequest } from '../core/trigger/classify-edit.ts';
import { createHeadStartGate } from '../core/trigger/head-start-gate.ts';
import type { BuildRequest } from './build-request.ts';
import { COMPLETED_SCHEMES } from './completed-schemes.ts';
import type { SeenEdit } from './keystrokes.ts';

/** Begins the race at the document change, 15 to 40 ms before the editor asks. */
export interface HeadStart extends vscode.Disposable {
  edited(edit: SeenEdit): void;
  /** The editor has asked by itself, so it will ask again. */
  asked(document: vscode.TextDocument): void;
}

export function createHeadStart(options: {
  readonly completer: Pick<Completer, 'begin' | 'goesOn'>;
  readonly build: BuildRequest;
  /** Whether anything may be computed or sent for this document now. */
  readonly isOn: (document: vscode.TextDocument) => boolean;
}): HeadStart {
  const gate = createHeadStartGate();
  const closed = vscode.workspace.onDidCloseTextDocument(({ uri }) => gate.forget(uri.toString()));
  return {
    edited({ document, offset, position, kind, atMs }) {
      if (!mayStartRequest(kind) || !COMPLETED_SCHEMES.includes(document.uri.scheme)) return;
      if (options.completer.goesOn(position)) return;
      if (!options.isOn(document) || !gate.begin(document.uri.toString(), atMs)) return;
      options.completer.begin(options.build(document, document.positionAt(offset), null, atMs));
    },
    asked: ({ uri }) => gate.asked(uri.toString()),
    dispose: () => closed.dispose(),
  };
}
