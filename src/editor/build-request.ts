import * as vscode from 'vscode';
import {
  type DocumentShape,
  type WindowLimits,
  wholeCharacters,
  windowBounds,
} from '../core/prompt/document-context.ts';
import { promptBudget } from '../core/prompt/prompt-budget.ts';
import type { CompletionRequest, ContextFile } from '../core/request.ts';
import { wantsBlock } from '../core/text/wants-block.ts';
import { cellsAround } from './notebook-cells.ts';

export interface BuiltRequest {
  readonly request: CompletionRequest;
  /** UTF-16 offset of the cursor, counted as if the selected suggestion were written. */
  readonly offset: number;
  /** What the item must begin with, and where: the word selected in the suggestion list. */
  readonly selected: { readonly text: string; readonly start: vscode.Position } | null;
}

export type BuildRequest = (
  document: vscode.TextDocument,
  position: vscode.Position,
  /** The editor's question; null before it asks. */
  context: vscode.InlineCompletionContext | null,
  keystrokeAtMs: number,
) => BuiltRequest;

export interface RequestBuilderOptions {
  /** The largest prompt of any model, in tokens. */
  readonly promptTokens: () => number;
  /** Pieces of other files for this document; undefined where that is switched off. */
  readonly contextOf: (document: vscode.TextDocument) => readonly ContextFile[] | undefined;
}

/** The built-in predictor looks this far, whatever models there are. */
const LEAST: WindowLimits = { prefixChars: 6000, suffixChars: 1600 };

/** Cuts out of the document what models see, reading no more of it than that. */
export function createRequestBuilder(options: RequestBuilderOptions): BuildRequest {
  return (document, position, context, keystrokeAtMs) => {
    const files = options.contextOf(document);
    const widest = promptBudget(options.promptTokens(), false);
    const limits: WindowLimits = {
      // Twice: this window moves too, and must always hold those that models cut out of it.
      prefixChars: Math.max(LEAST.prefixChars, 2 * widest.prefixChars),
      suffixChars: Math.max(LEAST.suffixChars, 2 * widest.suffixChars),
    };
    const built = cutRequest(document, position, context, keystrokeAtMs, limits);
    if (files === undefined) return built;
    return { ...built, request: { ...built.request, context: files } };
  };
}

function cutRequest(
  document: vscode.TextDocument,
  position: vscode.Position,
  context: vscode.InlineCompletionContext | null,
  keystrokeAtMs: number,
  limits: WindowLimits,
): BuiltRequest {
  const info = context?.selectedCompletionInfo;
  const cursor = info?.range.start ?? position;
  const written = info?.text ?? '';
  const at = document.offsetAt(cursor);
  const resumeAt = document.offsetAt(position);
  const shape: DocumentShape = {
    // The document's end: offsets beyond a position are clamped to it.
    length: document.offsetAt(document.lineAt(document.lineCount - 1).range.end),
    cursorLine: cursor.line,
    lineCount: document.lineCount,
    lineStart: (line) => document.offsetAt(new vscode.Position(line, 0)),
  };
  const { start, startLine, end } = windowBounds(at, shape, limits);
  const text = (from: number, to: number): string =>
    wholeCharacters(
      document.getText(new vscode.Range(document.positionAt(from), document.positionAt(to))),
    );
  const prefix = text(start, at) + written;
  const suffix = text(resumeAt, Math.max(end, resumeAt));
  const { languageId } = document;
  return {
    request: {
      documentUri: document.uri.toString(),
      languageId,
      path: nameInPrompts(document.uri),
      prefix,
      prefixLine: startLine,
      suffix,
      trigger:
        context?.triggerKind === vscode.InlineCompletionTriggerKind.Invoke ? 'invoke' : 'automatic',
      multiline: wantsBlock({ prefix, suffix, languageId }),
      cells: cellsAround(document),
      keystrokeAtMs,
    },
    offset: at + written.length,
    selected: info === undefined ? null : { text: written, start: info.range.start },
  };
}

/** Relative to the workspace; of a file outside it the name alone, since where it lies is nobody's concern. */
function nameInPrompts(uri: vscode.Uri): string {
  if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) {
    return vscode.workspace.asRelativePath(uri, false);
  }
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
