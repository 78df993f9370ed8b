import { isJson, type Json, textAt } from './json.ts';

/** Enough to recognise the server's complaint; a whole stack trace is not a sentence for the person. */
const MAX_CHARS = 160;

/**
 * What a server said about an error, fit for one line: control and formatting characters stripped,
 * at most 160 characters, secrets blotted out. Empty when it said nothing.
 */
export function quoteServer(words: string, secrets: readonly string[]): string {
  let text = words.slice(0, MAX_CHARS * 8);
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '•••');
  text = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...text];
  return characters.length <= MAX_CHARS ? text : `${characters.slice(0, MAX_CHARS - 1).join('')}…`;
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
