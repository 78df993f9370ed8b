import type { CompletionModel, Part, TransportMark } from '../../../src/core/model.ts';
import type { CompletionRequest } from '../../../src/core/request.ts';
import type { ModelEntry } from '../../../src/core/settings.ts';
import type { LinkAnswer, ServerLink } from '../../../src/models/server-link.ts';

export function completionRequest(overrides: Partial<CompletionRequest> = {}): CompletionRequest {
  return {
    documentUri: 'file:///a.ts',
    languageId: 'typescript',
    path: 'src/a.ts',
    prefix: 'const first = 1;\nconst sum = ',
    suffix: '\nexport { sum };\n',
    trigger: 'automatic',
    multiline: true,
    keystrokeAtMs: 0,
    ...overrides,
  };
}

export function modelEntry(overrides: Partial<ModelEntry> = {}): ModelEntry {
  return {
    id: 'local',
    provider: 'llama-server',
    endpoint: 'http://127.0.0.1:8012',
    promptTokens: 2000,
    maxTokens: 64,
    temperature: 0,
    stop: [],
    headers: {},
    timeoutMs: 10_000,
    ...overrides,
  };
}

export interface Asked {
  readonly parts: readonly Part[];
  readonly marks: readonly TransportMark[];
  readonly text: string;
  /** What was thrown at the end, if anything. */
  readonly error: unknown;
}

/** Reads a model's whole answer. `onPart` runs as each part arrives. */
export async function ask(
  model: CompletionModel,
  options: {
    readonly request?: CompletionRequest;
    readonly signal?: AbortSignal;
    readonly onPart?: (part: Part) => void;
    readonly onMark?: (mark: TransportMark) => void;
  } = {},
): Promise<Asked> {
  const parts: Part[] = [];
  const marks: TransportMark[] = [];
  let error: unknown;
  const signal = options.signal ?? new AbortController().signal;
  const onMark = (mark: TransportMark) => {
    marks.push(mark);
    options.onMark?.(mark);
  };
  try {
    for await (const part of model.stream(options.request ?? completionRequest(), {
      signal,
      onMark,
    })) {
      parts.push(part);
      options.onPart?.(part);
    }
  } catch (thrown) {
    error = thrown;
  }
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { parts, marks, text, error };
}

/** A link whose server says the same bytes to everybody, in the given chunks. `sent` keeps the bodies. */
export function recordedLink(
  chunks: readonly Uint8Array[],
  contentType = 'text/event-stream',
  headers: Readonly<Record<string, string>> = {},
): ServerLink & { readonly sent: { path: string; body: Record<string, unknown> }[] } {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  return {
    origin: 'http://127.0.0.1:8012',
    queueKey: 'http://127.0.0.1:8012',
    sent,
    async send(path, body): Promise<LinkAnswer> {
      sent.push({ path, body: body as Record<string, unknown> });
      return {
        response: {
          status: 200,
          headers: { ...headers, 'content-type': contentType },
          body: streamOf(chunks),
          complete: () => undefined,
        },
        peer: { host: '127.0.0.1:8012', path, secrets: [] },
      };
    },
  };
}

export async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** The same bytes in one chunk, in two for every place to cut, and byte by byte. */
export function* chunkings(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  yield [bytes];
  for (let at = 1; at < bytes.length; at += 1) yield [bytes.subarray(0, at), bytes.subarray(at)];
  yield Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1));
}

export async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The error that a promise or stream ends with; fails loudly when it ends well. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await work;
  } catch (error) {
    return error;
  }
  throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
}
