import { isJson, type Json, textAt } from './json.ts';

/** Enough to recognise the server's complaint; a whole stack trace is not a sentence for the person. */
const MAX_CHARS = 160;

/** What is not shown, or only as a gap. */
const UNSEEN = /[\p{C}\p{Z}\s]+/gu;
const SEEN = /[^\p{C}\p{Z}\s]+/gu;

/**
 * What a server said about an error, fit for one line: control and formatting characters stripped,
 * at most 160 characters, secrets blotted out. Empty when it said nothing.
 * Secrets go first: in words that are cut already the rest of a secret would not be known as one.
 */
export function quoteServer(words: string, secrets: readonly string[]): string {
  let text = words;
  for (const secret of secrets) text = blot(text, secret);
  text = text.replace(UNSEEN, ' ').trim();
  const characters = [...text];
  return characters.length <= MAX_CHARS ? text : `${characters.slice(0, MAX_CHARS - 1).join('')}…`;
}

/** Blots out a secret also where unseen characters stand between its own. */
function blot(text: string, secret: string): string {
  const bare = secret.replace(UNSEEN, '');
  if (bare === '') return text;
  let compact = '';
  /** Where each code unit of `compact` stands in the text. */
  const places: number[] = [];
  for (const seen of text.matchAll(SEEN)) {
    for (let unit = 0; unit < seen[0].length; unit++) places.push(seen.index + unit);
    compact += seen[0];
  }
  let blotted = '';
  let done = 0;
  let at = compact.indexOf(bare);
  while (at >= 0) {
    blotted += `${text.slice(done, places[at])}•••`;
    done = (places[at + bare.length - 1] ?? text.length) + 1;
    at = compact.indexOf(bare, at + bare.length);
  }
  return blotted + text.slice(done);
}

/**
 * The message inside an error object, in any of the shapes in use: `{error: {message}}` (OpenAI,
 * llama.cpp, vLLM), `{error: "…"}` (Ollama, TGI), `{message}` (Mistral), `{detail}` (FastAPI, whose
 * entries also repeat the input, which is left out).
 */
export function serverMessage(body: Json): string {
  const { error, detail } = body as { error?: unknown; detail?: unknown };
  if (typeof error === 'string') return error;
  if (isJson(error)) return textAt(error, 'message') ?? textAt(error, 'type') ?? '';
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) {
    return detail.map((entry) => (isJson(entry) ? (textAt(entry, 'msg') ?? '') : '')).join('; ');
  }
  return textAt(body, 'message') ?? '';
}
