import * as vscode from 'vscode';
import { wholeCharacters, windowBounds } from '../core/prompt/document-context.ts';
import type { CompletionRequest } from '../core/request.ts';
import { wantsBlock } from '../core/text/surroundings.ts';

export interface BuiltRequest {
  readonly request: CompletionRequest;
  /** UTF-16 offset of the cursor, counted as if the selected suggestion were written. */
  readonly offset: number;
  /** What the item must begin with, and where: the word selected in the suggestion list. */
  readonly selected: { readonly text: string; readonly start: vscode.Position } | null;
}

/** Cuts out of the document what models see, reading no more of it than that. */
export function buildRequest(
  document: vscode.TextDocument,
  position: vscode.Position,
  /** The editor's question; null before it asks. */
  context: vscode.InlineCompletionContext | null,
  keystrokeAtMs: number,
): BuiltRequest {
  const info = context?.selectedCompletionInfo;
  const cursor = info?.range.start ?? position;
  const written = info?.text ?? '';
  const at = document.offsetAt(cursor);
  const resumeAt = document.offsetAt(position);
  const { start, end } = windowBounds(at, {
    // The document's end: offsets beyond a position are clamped to it.
    length: document.offsetAt(document.lineAt(document.lineCount - 1).range.end),
    cursorLine: cursor.line,
    lineCount: document.lineCount,
    lineStart: (line) => document.offsetAt(new vscode.Position(line, 0)),
  });
  const text = (from: number, to: number): string =>
    wholeCharacters(
      document.getText(new vscode.Range(document.positionAt(from), document.positionAt(to))),
    );
  const prefix = text(start, at) + written;
  const suffix = text(resumeAt, Math.max(end, resumeAt));
  const linePrefix = prefix.slice(prefix.lastIndexOf('\n') + 1);
  const lineSuffix = /^[^\r\n]*/.exec(suffix)?.[0] ?? '';
  return {
    request: {
      documentUri: document.uri.toString(),
      languageId: document.languageId,
      path: vscode.workspace.asRelativePath(document.uri, false),
      prefix,
      suffix,
      trigger:
        context?.triggerKind === vscode.InlineCompletionTriggerKind.Invoke ? 'invoke' : 'automatic',
      multiline: wantsBlock(linePrefix, lineSuffix),
      keystrokeAtMs,
    },
    offset: at + written.length,
    selected: info === undefined ? null : { text: written, start: info.range.start },
  };
}
