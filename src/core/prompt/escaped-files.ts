import type { ContextFile } from '../request.ts';
import { escapeTokens } from './fim.ts';

/** Other files as they may stand in a prompt: no special tokens, no control characters in names. */
export function escapedFiles(
  files: readonly ContextFile[],
  tokens: readonly string[],
): readonly ContextFile[] {
  return files.map((file) => ({
    ...file,
    path: escapedPath(file.path, tokens),
    text: escapeTokens(file.text, tokens),
  }));
}

/** A name on one line, without special tokens. */
export function escapedPath(path: string, tokens: readonly string[]): string {
  return escapeTokens(path.replace(/\p{Cc}/gu, ' '), tokens);
}
