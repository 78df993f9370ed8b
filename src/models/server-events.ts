import { isWholeAnswer } from './is-whole-answer.ts';
import { readSse, type ServerEvent } from './sse.ts';
import type { TransportResponse } from './transport.ts';

/** A whole answer in one JSON object; longer than the longest answer. In bytes. */
const MAX_JSON_BYTES = 1024 * 1024;

/**
 * The events of a streamed answer. A gateway that ignores `stream: true` sends one JSON object instead, which
 * counts as a stream of one event, as does an error object that came with status 200. `onWaiting`: see
 * `readSse`; the blanks that DeepSeek sends ahead of such an object count like comments.
 */
export async function* serverEvents(
  response: TransportResponse,
  host: string,
  onWaiting: () => void,
): AsyncGenerator<ServerEvent> {
  if (!isWholeAnswer(response.headers)) return yield* readSse(response.body, host, onWaiting);
  const decoder = new TextDecoder();
  let data = '';
  for await (const chunk of response.body) {
    const text = decoder.decode(chunk, { stream: true });
    if (data !== '' || text.trim() !== '') data += text;
    else if (text !== '') onWaiting();
    if (data.length > MAX_JSON_BYTES) break;
  }
  if (data !== '') yield { data };
}
