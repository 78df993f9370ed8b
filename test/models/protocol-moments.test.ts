import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompletionModel, Part } from '../../src/core/model.ts';
import type { ModelEntry } from '../../src/core/settings.ts';
import { createModel } from '../../src/models/create-model.ts';
import { createTransport, type Transport } from '../../src/models/transport.ts';
import { type Asked, ask, completionRequest, modelEntry } from '../support/model-server/asking.ts';
import type { Reports, Script } from '../support/model-server/script.ts';
import {
  type LogEntry,
  type ModelServer,
  startModelServer,
} from '../support/model-server/start-model-server.ts';

let transport: Transport;
let server: ModelServer;
beforeEach(() => {
  transport = createTransport();
});
afterEach(async () => {
  await transport.close();
  await server.close();
});

async function modelOf(
  provider: ModelEntry['provider'],
  script: Script,
  slots = Number.POSITIVE_INFINITY,
): Promise<CompletionModel> {
  server = await startModelServer({ script, slots });
  const endpoint = provider === 'openai-completions' ? `${server.url}/v1` : server.url;
  const entry = modelEntry({ provider, endpoint, model: 'qwen2.5-coder' });
  const created = createModel(entry, { transport, apiKey: async () => undefined });
  if ('problem' in created) throw new Error(created.problem);
  return created.model;
}

/** Marks and parts in the order in which they came, each kind once in a row. */
async function storyOf(model: CompletionModel): Promise<readonly string[]> {
  const story: string[] = [];
  const tell = (word: string) => story.at(-1) !== word && story.push(word);
  const { error } = await ask(model, {
    onMark: (mark) => tell(mark.name),
    onPart: (part) => tell(part.type),
  });
  expect(error).toBeUndefined();
  return story;
}

const START = ['prompt', 'connected', 'headers'] as const;
const END = ['text', 'usage', 'timings', 'finish'] as const;

test.each<[string, ModelEntry['provider'], Script, readonly string[]]>([
  ['llama-server', 'llama-server', {}, [...START, 'processing', 'chunk', ...END]],
  ['Ollama', 'ollama', {}, [...START, 'chunk', ...END]],
  ['vLLM', 'openai-completions', { reports: 'vllm' }, [...START, 'chunk', ...END]],
  [
    'a server that says nothing of its times',
    'openai-completions',
    {},
    [...START, 'chunk', 'text', 'usage', 'finish'],
  ],
  [
    'a server that sends a role ahead and thinks',
    'openai-completions',
    { roleChunk: true, roleChunkEarlyMs: 5, ttftMs: 10, thinking: ['hm'] },
    [...START, 'chunk', 'reasoning', 'text', 'usage', 'finish'],
  ],
  [
    'DeepSeek with a queue',
    'openai-completions',
    { reports: 'deepseek', commentsEveryMs: 4, ttftMs: 20, queueMs: 15 },
    [...START, 'waiting', 'chunk', 'text', 'usage', 'finish'],
  ],
  [
    'llama-server that pings while the request waits',
    'llama-server',
    { commentsEveryMs: 4, ttftMs: 20, queueMs: 15 },
    [...START, 'waiting', 'processing', 'chunk', ...END],
  ],
])('the moments of %s come in order', async (_who, provider, script, story) => {
  expect(await storyOf(await modelOf(provider, { text: 'a b', ...script }))).toEqual(story);
});

const QUEUE_MS = 12;
const SLOW: Script = { text: 'a b c', ttftMs: 25, queueMs: QUEUE_MS, tps: 200 };

function timingsIn({ parts }: Asked) {
  const reported = parts.find((part) => part.type === 'timings');
  return reported?.timings ?? {};
}

/** What the server itself wrote down, in ms. */
function phasesIn(entry: LogEntry | undefined) {
  const { receivedMs, processingMs, firstTokenSentMs, lastTokenSentMs } = entry ?? {};
  const since = (from?: number | null, to?: number | null) => (to ?? Number.NaN) - (from ?? 0);
  return {
    queueMs: since(receivedMs, processingMs),
    prefillMs: since(processingMs, firstTokenSentMs),
    decodeMs: since(firstTokenSentMs, lastTokenSentMs),
  };
}

function expectMs(reported: object, actual: object): void {
  for (const [phase, ms] of Object.entries(actual)) {
    // A nanosecond: what the units on the way may round.
    expect(reported).toHaveProperty(phase, expect.closeTo(ms, 5));
  }
}

test.each<Reports>(['vllm', 'groq', 'cerebras', 'fireworks'])(
  '%s: queue, prefill and decode are what the server did',
  async (reports) => {
    const asked = await ask(await modelOf('openai-completions', { ...SLOW, reports }));
    const phases = phasesIn(server.log[0]);
    expect(phases.queueMs).toBeGreaterThanOrEqual(QUEUE_MS);
    expectMs(timingsIn(asked), phases);
  },
);

test('llama-server: prefill and decode are what the server did, and no queue is claimed', async () => {
  const timings = timingsIn(await ask(await modelOf('llama-server', SLOW)));
  const { queueMs: _unsaid, ...phases } = phasesIn(server.log[0]);
  expectMs(timings, phases);
  expect(timings).not.toHaveProperty('queueMs');
});

test('Ollama: the phases leave the queue of the total', async () => {
  const script = { ...SLOW, loadMs: 5 };
  const timings = timingsIn(await ask(await modelOf('ollama', script)));
  const { totalMs = 0, loadMs = 0, prefillMs = 0, decodeMs = 0 } = timings;
  expect(loadMs).toBe(5);
  expect(totalMs - loadMs - prefillMs - decodeMs).toBeGreaterThanOrEqual(QUEUE_MS);
  expect(timings).not.toHaveProperty('queueMs');
});

function tokensOf(parts: readonly Part[]): readonly (number | undefined)[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.tokens] : []));
}

test.each<[ModelEntry['provider'], Script['usageOnChunks'], readonly (number | undefined)[]]>([
  ['llama-server', 'absent', [2, 4, 5]],
  ['openai-completions', 'counting', [2, 4, 5]],
  ['openai-completions', 'absent', [undefined, undefined, undefined]],
  ['openai-completions', 'null', [undefined, undefined, undefined]],
  ['openai-completions', 'zero', [undefined, undefined, undefined]],
  ['ollama', 'absent', [undefined, undefined, undefined]],
])('%s with %s counts: tokens so far %j', async (provider, usageOnChunks = 'absent', tokens) => {
  const script = { text: 'a b c d e', tokensPerChunk: 2, usageOnChunks };
  expect(tokensOf((await ask(await modelOf(provider, script))).parts)).toEqual(tokens);
});

const ALIKE = 'const price = 1;\nconst total = ';

test.each<[ModelEntry['provider'], number]>([
  // The suffix stands before the line that is typed, so all of the last prompt is there again.
  ['llama-server', `${ALIKE}\n`.length],
  ['openai-completions', `<|fim_prefix|>${ALIKE}<|fim_suffix|>\n<|fim_middle|>`.length],
  ['ollama', `<|fim_prefix|>${ALIKE}<|fim_suffix|>\n<|fim_middle|>`.length],
])(
  '%s: of two keystrokes the second repeats the beginning of the first',
  async (provider, same) => {
    const model = await modelOf(provider, { text: 'a' });
    const sizes = [];
    for (const prefix of [ALIKE, `${ALIKE}p`]) {
      const { marks } = await ask(model, { request: completionRequest({ prefix, suffix: '\n' }) });
      sizes.push(marks.find((mark) => mark.name === 'prompt'));
    }
    expect(sizes).toEqual([
      { name: 'prompt', chars: expect.any(Number), repeatedChars: 0 },
      { name: 'prompt', chars: (sizes[0]?.chars ?? 0) + 1, repeatedChars: same },
    ]);
  },
);

test('what llama-server has cached is reported as it was', async () => {
  const model = await modelOf('llama-server', { text: 'a', cache: true }, 1);
  await ask(model);
  const { parts } = await ask(model);
  const [, { promptTokens, cachedTokens } = {} as LogEntry] = server.log;
  expect(cachedTokens).toBeGreaterThan(0);
  expect(parts).toContainEqual({
    type: 'usage',
    usage: { promptTokens, cachedTokens, completionTokens: 1 },
  });
});
