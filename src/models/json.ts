import { CompletionError } from '../core/outcome.ts';

/** A JSON object of unknown shape: nothing a server sends is trusted beyond the field being read. */
export type Json = { readonly [key: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One event's payload. Throws `bad-stream`: a half or garbled object means the rest is lost too. */
export function parseJson(text: string, host: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // The cause would quote the text, which may hold code.
    const kind = cause instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new CompletionError('bad-stream', `${host} sent an event that ${kind}.`);
  }
  if (isJson(value)) return value;
  throw new CompletionError('bad-stream', `${host} sent an event that is not a JSON object.`);
}

export function objectAt(value: Json, key: string): Json | undefined {
  const field = value[key];
  return isJson(field) ? field : undefined;
}

export function textAt(value: Json, key: string): string | undefined {
  const field = value[key];
  return typeof field === 'string' ? field : undefined;
}

/** No context holds a billion tokens, and sums of such counts stay exact. */
const MAX_COUNT = 1e9;

/** A whole number from 0 to a billion; anything else that claims to be a count is left out. */
export function countOf(value: unknown): number | undefined {
  const whole = typeof value === 'number' && Number.isInteger(value);
  return whole && value >= 0 && value <= MAX_COUNT ? value : undefined;
}

export function countAt(value: Json, key: string): number | undefined {
  return countOf(value[key]);
}
