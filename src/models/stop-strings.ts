import type { CompletionRequest } from '../core/request.ts';

/**
 * The stop strings of one request, the most useful first: the line's end where only the rest of one line
 * is wanted, then the person's, then the format's own.
 */
export function stopStrings(
  request: CompletionRequest,
  own: readonly string[],
  ofFormat: readonly string[],
): readonly string[] {
  return [...new Set([...(request.multiline ? [] : ['\n']), ...own, ...ofFormat])];
}
