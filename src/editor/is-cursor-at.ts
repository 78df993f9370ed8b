import * as vscode from 'vscode';
import type { Position } from '../core/reuse/agreement.ts';

/** Whether the cursor of the editor in use stands there. Nothing tells of a cursor that was moved away. */
export function isCursorAt({
  documentUri,
  offset,
}: Pick<Position, 'documentUri' | 'offset'>): boolean {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.uri.toString() !== documentUri) return false;
  return editor.document.offsetAt(editor.selection.active) === offset;
}
