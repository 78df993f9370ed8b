import { readSse, type ServerEvent } from './sse.ts';
import type { TransportResponse } from './transport.ts';

/** A whole answer in one JSON object; longer than the longest answer. In bytes. */
const MAX_JSON_BYTES = 1024 * 1024;

/**
 * The events of a streamed answer. A gateway that ignores `stream: true` sends one JSON object instead, which
 * counts as a stream of one event, as does an error object that came with status 200.
 */
export async function* serverEvents(
  response: TransportResponse,
  host: string,
): AsyncGenerator<ServerEvent> {
  const type = String(response.headers['content-type'] ?? '');
  if (!/^\s*application\/json/i.test(type)) return yield* readSse(response.body, host);
  const decoder = new TextDecoder();
  let data = '';
  for await (const chunk of response.body) {
    data += decoder.decode(chunk, { stream: true });
    if (data.length > MAX_JSON_BYTES) break;
  }
  if (data.trim() !== '') yield { data };
}
