import type { CompletionRequest } from '../request.ts';
import type { Surroundings } from './usable.ts';

/** Reads off the request what surrounds its cursor. */
export function surroundings(
  request: Pick<CompletionRequest, 'prefix' | 'suffix' | 'multiline'>,
): Surroundings {
  const { prefix } = request;
  const lineStart = Math.max(prefix.lastIndexOf('\n'), prefix.lastIndexOf('\r')) + 1;
  const linePrefix = prefix.slice(lineStart);
  const lineEnd = request.suffix.search(/[\r\n]|$/);
  const below = request.suffix.slice(lineEnd);
  return {
    linePrefix,
    lineSuffix: request.suffix.slice(0, lineEnd),
    nextLine: /[^\S\r\n]*\S[^\r\n]*/.exec(below)?.[0].trimEnd() ?? '',
    indent: /^\s*/.exec(linePrefix)?.[0] ?? '',
    multiline: request.multiline,
  };
}

/** A block is offered where a line begins and nothing follows on it; elsewhere the rest of the line. */
export function wantsBlock(linePrefix: string, lineSuffix: string): boolean {
  return linePrefix.trim() === '' && lineSuffix.trim() === '';
}
