import { CompletionError } from '../core/outcome.ts';

/** Room for the `context` array that Ollama repeats in its last line. In characters. */
const MAX_LINE_CHARS = 1024 * 1024;

/**
 * The non-blank lines of newline-delimited JSON from raw bytes, whatever the chunks: UTF-8 and lines
 * may be split anywhere, and the last line needs no newline. `onWaiting` hears of blank lines before the
 * first other one, once for those that arrive together. Throws `bad-stream` when one line grows beyond 1 MB.
 */
export async function* readNdjson(
  body: AsyncIterable<Uint8Array>,
  host: string,
  onWaiting: () => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  /** The pieces of the unfinished line. Joined once: adding each chunk to a string would be quadratic. */
  let pieces: string[] = [];
  let length = 0;
  let begun = false;

  const keep = (piece: string): void => {
    length += piece.length;
    if (length > MAX_LINE_CHARS) {
      throw new CompletionError('bad-stream', `${host} sent a line of more than 1 MB.`);
    }
    pieces.push(piece);
  };
  const takeLine = (): string => {
    const line = pieces.join('').trim();
    pieces = [];
    length = 0;
    return line;
  };

  for await (const chunk of body) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    keep(first);
    let blanks = 0;
    for (const piece of rest) {
      const line = takeLine();
      begun ||= line !== '';
      if (line !== '') yield line;
      else if (!begun && blanks++ === 0) onWaiting();
      keep(piece);
    }
  }
  keep(decoder.decode());
  const last = takeLine();
  if (last !== '') yield last;
}
