import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../scripts/lib/project-root.ts';
import { createContextBook } from '../src/core/prompt/context-book.ts';
import { windowBounds } from '../src/core/prompt/document-context.ts';
import { fileHead } from '../src/core/prompt/file-head.ts';
import { importPaths } from '../src/core/prompt/import-paths.ts';
import { promptBudget } from '../src/core/prompt/prompt-budget.ts';
import { snippetLines, snippetText } from '../src/core/prompt/snippet-around.ts';
import type { CompletionRequest, ContextFile } from '../src/core/request.ts';
import type { OpenFile, SessionEvent } from './writing-session.ts';

const LANGUAGE = 'typescript';

/** The requests that the editor would make of a session, with the context that it would have then. */
export function* sessionRequests(
  events: Iterable<SessionEvent>,
  promptTokens: number,
): Generator<CompletionRequest> {
  const book = createContextBook();
  const limit = promptBudget(promptTokens, false);
  for (const { type, file } of events) {
    if (type === 'key') {
      yield request(file, 2 * limit.prefixChars, 2 * limit.suffixChars, book.of(file.path));
      continue;
    }
    if (type !== 'enter') book.add({ path: file.path, languageId: LANGUAGE, text: snippet(file) });
    if (type === 'leave') continue;
    book.setImports(file.path, imports(file));
    book.refresh({ uri: file.path, path: file.path, languageId: LANGUAGE });
  }
}

function request(
  { path: name, text, offset }: OpenFile,
  prefixChars: number,
  suffixChars: number,
  context: readonly ContextFile[],
): CompletionRequest {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const cursorLine = starts.findLastIndex((start) => start <= offset);
  const shape = {
    length: text.length,
    lineCount: starts.length,
    cursorLine,
    lineStart: (line: number) => starts[line] ?? text.length,
  };
  const { start, startLine, end } = windowBounds(offset, shape, { prefixChars, suffixChars });
  return {
    documentUri: name,
    languageId: LANGUAGE,
    path: name,
    prefix: text.slice(start, offset),
    prefixLine: startLine,
    suffix: text.slice(offset, end),
    context,
    trigger: 'automatic',
    multiline: false,
    keystrokeAtMs: 0,
  };
}

function snippet({ text, offset }: OpenFile): string {
  const lines = text.split('\n');
  const line = text.slice(0, offset).split('\n').length - 1;
  const { first, end } = snippetLines(line, lines.length);
  return snippetText(lines.slice(first, end), line - first);
}

function imports({ path: name, text }: OpenFile): ContextFile[] {
  return importPaths({ path: name, languageId: LANGUAGE, text }).flatMap((candidates) => {
    const found = candidates.find((one) => existsSync(path.join(projectRoot, one)));
    if (found === undefined) return [];
    const head = fileHead(readFileSync(path.join(projectRoot, found), 'utf8'));
    return head === '' ? [] : [{ path: found, text: head, kind: 'import' as const }];
  });
}
