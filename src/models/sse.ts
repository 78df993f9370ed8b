import { createParser } from 'eventsource-parser';
import { CompletionError } from '../core/outcome.ts';

export interface ServerEvent {
  /** The event's name; most servers send none. */
  readonly name?: string;
  readonly data: string;
}

/** llama-server's last event repeats the whole prompt; nothing honest is larger. In characters. */
const MAX_EVENT_CHARS = 1024 * 1024;

/**
 * What DeepSeek sends while a request waits for its turn. Other comments say only that the connection
 * lives: llama-server pings during prefill too, and OpenRouter while another server works.
 */
const QUEUED = 'keep-alive';

/**
 * Server-sent events from raw bytes, whatever the chunks: UTF-8 and lines may be split anywhere.
 * Comments and events without data are signs of life only and yield nothing. `onWaiting` hears of
 * comments that mean a queue, before the first event, once for those that arrive together. A last event
 * without its blank line still counts, as some servers close right after it. Throws `bad-stream` when one event grows beyond 1 MB.
 */
export async function* readSse(
  body: AsyncIterable<Uint8Array>,
  host: string,
  onWaiting: () => void,
): AsyncGenerator<ServerEvent> {
  let arrived: ServerEvent[] = [];
  let begun = false;
  let commented = false;
  let tooLong = false;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: ({ event, data }) => {
      if (data.trim() === '' && event !== 'error') return;
      begun = true;
      arrived.push(event === undefined ? { data } : { name: event, data });
    },
    onComment: (comment) => {
      commented ||= !begun && comment.trim() === QUEUED;
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') tooLong = true;
    },
  });
  const decoder = new TextDecoder();
  const feed = (text: string): ServerEvent[] => {
    arrived = [];
    commented = false;
    parser.feed(text);
    if (commented) onWaiting();
    if (tooLong || arrived.some((event) => event.data.length > MAX_EVENT_CHARS)) {
      throw new CompletionError('bad-stream', `${host} sent an event of more than 1 MB.`);
    }
    return arrived;
  };
  for await (const chunk of body) yield* feed(decoder.decode(chunk, { stream: true }));
  yield* feed(`${decoder.decode()}\n\n`);
}
