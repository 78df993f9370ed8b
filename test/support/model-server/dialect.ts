import { llamaDialect } from './llama-dialect.ts';
import { ollamaDialect } from './ollama-dialect.ts';
import { openAiDialect } from './openai-dialect.ts';
import type { Script, ServedRequest } from './script.ts';

/** One answer in one protocol: the bytes of each event, as the real servers write them. */
export interface Dialect {
  readonly contentType: string;
  /** True where the server sends the status line before it has anything to say (vLLM); llama-server and Ollama do not. */
  readonly headersAtOnce: boolean;
  /** The prompt in the order in which the model reads it. */
  readonly prompt: string;
  /** What is sent when prefill begins. */
  readonly progress: (counts: Counts) => string | null;
  readonly opening: string | null;
  readonly piece: (text: string, counts: Counts) => string;
  /** Null where the protocol cannot tell reasoning from the answer. */
  readonly thought: ((text: string, counts: Counts) => string) | null;
  readonly ending: (outcome: Outcome) => readonly string[];
  readonly error: (error: unknown) => string;
  readonly limit: number;
  readonly stop: readonly string[];
}

/** Tokens so far. */
export interface Counts {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
  readonly reasoningTokens: number;
}

/** What happened, measured and not as the script wanted it. */
export interface Outcome extends Counts {
  readonly finish: 'stop' | 'length';
  /** Arrival to the start of prefill, without the load. */
  readonly queueMs: number;
  readonly loadMs: number;
  readonly prefillMs: number;
  readonly decodeMs: number;
  /** Arrival to the end. */
  readonly totalMs: number;
}

/** The protocol that a path speaks; null for a path that no server here knows. */
export function dialectOf(request: ServedRequest, script: Script): Dialect | null {
  const body = (request.body ?? {}) as Record<string, unknown>;
  if (request.path === '/infill' || request.path === '/completion') {
    return llamaDialect(body, script);
  }
  if (request.path === '/v1/completions' || request.path === '/completions') {
    return openAiDialect(body, script);
  }
  return request.path === '/api/generate' ? ollamaDialect(body, script) : null;
}
