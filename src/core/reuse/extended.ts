import type { CompletionRequest } from '../request.ts';
import { surroundings } from '../text/surroundings.ts';
import { usable } from '../text/usable.ts';
import type { Recalled } from './recall.ts';

/**
 * What is on screen, longer by what its own request has said since: text under the writer's cursor
 * never changes, it may only be extended. `raw` is what that request has said from here on.
 */
export function extended(
  known: Recalled,
  raw: string,
  finished: boolean,
  request: Pick<CompletionRequest, 'prefix' | 'suffix' | 'multiline' | 'languageId'>,
): Recalled {
  // Mostly nothing was said since, and this is asked at every key.
  if (!isLonger(raw, known.text)) return known;
  const more = usable(raw, finished, surroundings(request));
  if (more.type !== 'text' || !more.text.startsWith(known.text)) return known;
  return { ...known, text: more.text, replaceAfter: more.replaceAfter };
}

export function isLonger(raw: string, shown: string): boolean {
  return raw.trimEnd().length > shown.length;
}
