import type { ServerTimings, TokenUsage } from '../core/model.ts';
import { countOf, isJson, type Json } from './json.ts';
import {
  COMPLETION_FIELDS,
  type CountFields,
  HEADER_FIELDS,
  LLAMA_FIELDS,
  OLLAMA_FIELDS,
  type TimingFields,
} from './timing-fields.ts';

/** What a server says of its own work. What is absent stays absent: nothing here is guessed. */
export interface Reported {
  readonly usage: TokenUsage;
  readonly timings: ServerTimings;
}

/** The last event of llama.cpp's native routes. */
export function llamaTimings(event: Json): Reported {
  return read(event, LLAMA_FIELDS);
}

/** The last line of Ollama's own routes. */
export function ollamaTimings(line: Json): Reported {
  return read(line, OLLAMA_FIELDS);
}

/** What an OpenAI-like chunk reports beside text. */
export function completionTimings(chunk: Json): Reported {
  // Some servers send null or all zeros in place of usage with every chunk.
  const { usage, ...rest } = chunk;
  const counted = isJson(usage) && (usage['prompt_tokens'] || usage['completion_tokens']);
  return read(counted ? chunk : rest, COMPLETION_FIELDS);
}

/** What the headers of a whole answer report; names in lower case. */
export function headerTimings(headers: Json): Reported {
  return read(headers, HEADER_FIELDS);
}

function read(event: Json, table: readonly TimingFields[]): Reported {
  const usage: Record<string, number> = {};
  const timings: Record<string, number> = {};
  for (const fields of table) {
    const object = objectAlong(event, fields.at);
    if (object === undefined) continue;
    const numberOf = (key: string) => numberIn(object, key, fields.asText === true);
    collect(usage, fields.usage, (key) => countOf(numberOf(key)));
    collect(timings, fields.timings, (key) => durationMs(numberOf(key), fields.unit ?? 1));
  }
  return { usage: withWhole(usage), timings };
}

/** Adds what is found and not known yet. */
function collect(
  into: Record<string, number>,
  names: Readonly<Record<string, readonly string[]>> | undefined,
  readOne: (key: string) => number | undefined,
): void {
  for (const [name, [first = '', ...others]] of Object.entries(names ?? {})) {
    const value = readOne(first);
    if (value === undefined || name in into) continue;
    into[name] = others.reduce((sum, key) => sum + (readOne(key) ?? 0), value);
  }
}

function objectAlong(event: Json, path: readonly string[]): Json | undefined {
  let at: unknown = event;
  for (const key of path) at = isJson(at) ? at[key] : undefined;
  return isJson(at) ? at : undefined;
}

function numberIn(object: Json, key: string, asText: boolean): number {
  const value = object[key];
  if (typeof value === 'number') return value;
  return asText && typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** Ten minutes: a request is given up after two without a token, so a longer phase is not one of it. */
const MAX_MS = 600_000;

function durationMs(value: number, msPerUnit: number): number | undefined {
  const ms = value * msPerUnit;
  return ms >= 0 && ms <= MAX_MS ? ms : undefined;
}

/**
 * llama.cpp says how much of a prompt it read, and only since `cache_n` also how much it did not have to.
 * Whole, read and kept make a sum: of any two of them the third follows.
 */
function withWhole({ uncachedTokens: read, ...usage }: CountFields): TokenUsage {
  const { promptTokens, cachedTokens } = usage;
  if (read === undefined) return usage;
  if (promptTokens === undefined) {
    return cachedTokens === undefined ? usage : { ...usage, promptTokens: read + cachedTokens };
  }
  if (cachedTokens !== undefined || read > promptTokens) return usage;
  return { ...usage, cachedTokens: promptTokens - read };
}
