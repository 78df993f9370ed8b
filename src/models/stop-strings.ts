import type { CompletionRequest } from '../core/request.ts';

/**
 * The stop strings of one request, the most useful first: the line's end where text follows the cursor on
 * its line, then the person's, then the format's own. At the end of a line the model may go on: what it
 * says after the first line is offered next, and after a finished statement the next line is all there
 * is to say.
 */
export function stopStrings(
  request: CompletionRequest,
  own: readonly string[],
  ofFormat: readonly string[],
): readonly string[] {
  const withinLine = /^[^\r\n]*\S/.test(request.suffix);
  return [...new Set([...(withinLine ? ['\n'] : []), ...own, ...ofFormat])];
}
