import type { CompletionRequest } from '../request.ts';
import { wantsBlock } from '../text/wants-block.ts';
import type { Recalled } from './recall.ts';

interface Place {
  readonly request: CompletionRequest;
  readonly offset: number;
}

/**
 * The place behind a shown text, as it will be when that is written. The window begins where it began,
 * so the server finds its cache of the prompt again.
 */
export function placeAfter(
  { request, offset }: Place,
  { text, replaceAfter }: Pick<Recalled, 'text' | 'replaceAfter'>,
  keystrokeAtMs: number,
): Place {
  const isWindows = request.prefix.includes('\r\n') || request.suffix.includes('\r\n');
  // The editor writes the document's own line ends.
  const written = isWindows ? text.replaceAll('\n', '\r\n') : text;
  const prefix = request.prefix + written;
  const suffix = request.suffix.slice(replaceAfter);
  return {
    offset: offset + written.length,
    request: {
      ...request,
      prefix,
      suffix,
      trigger: 'automatic',
      multiline: wantsBlock({ ...request, prefix, suffix }),
      keystrokeAtMs,
    },
  };
}
