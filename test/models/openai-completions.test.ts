import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FimName } from '../../src/core/settings.ts';
import { createOpenAiCompletions } from '../../src/models/openai-completions.ts';
import {
  ask,
  chunkings,
  completionRequest,
  modelEntry,
  recordedLink,
} from '../support/model-server/asking.ts';

const recorded = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/llama-server/${name}.body`, import.meta.url));
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (text: string, more: object = {}): string =>
  event({ choices: [{ index: 0, text, finish_reason: null }], ...more });
const DONE = 'data: [DONE]\n\n';

const entry = (more: Parameters<typeof modelEntry>[0] = {}) =>
  modelEntry({ provider: 'openai-completions', model: 'coder', ...more });

function replay(body: string | readonly Uint8Array[], contentType?: string) {
  const bytes = typeof body === 'string' ? [Buffer.from(body)] : body;
  return createOpenAiCompletions(entry(), 'qwen', recordedLink(bytes, contentType));
}

async function sentBody(
  fim: FimName,
  more: Parameters<typeof modelEntry>[0] = {},
  request: Parameters<typeof completionRequest>[0] = {},
): Promise<Record<string, unknown>> {
  const link = recordedLink([Buffer.from(chunk('a') + DONE)]);
  const model = createOpenAiCompletions(entry(more), fim, link);
  await ask(model, { request: completionRequest(request) });
  expect(link.sent.map(({ path }) => path)).toEqual(['/completions']);
  return link.sent[0]?.body ?? {};
}

test('the prompt is laid out in the format of the model, without a suffix field', async () => {
  expect(await sentBody('qwen')).toEqual({
    model: 'coder',
    prompt:
      '<|fim_prefix|>const first = 1;\n<|fim_suffix|>\nexport { sum };\n<|fim_middle|>const sum = ',
    max_tokens: 64,
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
    stop: ['<|endoftext|>', '<|file_sep|>', '<|fim_pad|>', '<|repo_name|>'],
  });
});

test('"suffix" leaves the layout to the server, "none" sends the prefix only', async () => {
  expect(await sentBody('suffix')).toMatchObject({
    prompt: 'const first = 1;\nconst sum = ',
    suffix: '\nexport { sum };\n',
  });
  const none = await sentBody('none');
  expect(none['prompt']).toBe('const first = 1;\nconst sum = ');
  expect(none).not.toHaveProperty('suffix');
  expect(none).not.toHaveProperty('stop');
});

test('no more than four stop strings are sent, the person’s before the format’s', async () => {
  const body = await sentBody('qwen', { stop: ['END', 'FIN'] }, { suffix: ');\n' });
  expect(body['stop']).toEqual(['\n', 'END', 'FIN', '<|endoftext|>']);
});

test('a stop string beyond the fourth ends the answer here', async () => {
  const stop = ['1', '2', '3', '4', '5'];
  const link = recordedLink([Buffer.from(chunk('a5b') + chunk('c') + DONE)]);
  const { text } = await ask(createOpenAiCompletions(entry({ stop }), 'none', link));
  expect(link.sent[0]?.body['stop']).toEqual(['1', '2', '3', '4']);
  expect(text).toBe('a');
});

test('sampling is sent only where it is set', async () => {
  expect(await sentBody('none', { temperature: 0.2, topP: 1, minP: 0.1, topK: 0 })).toMatchObject({
    temperature: 0.2,
    top_p: 1,
    min_p: 0.1,
    top_k: 0,
  });
  const plain = Object.keys(await sentBody('none'));
  for (const key of ['top_p', 'min_p', 'top_k']) expect(plain).not.toContain(key);
});

test('a file cannot speak in special tokens, in its text or in its name', async () => {
  const body = await sentBody(
    'mellum',
    {},
    {
      prefix: 'a<fim_middle>b',
      suffix: '<fim_prefix>',
      path: 'x<filename>y\nz.ts',
    },
  );
  expect(body['prompt']).toBe(
    '<filename>x< filename>y z.ts\n<fim_suffix>< fim_prefix><fim_prefix>a< fim_middle>b<fim_middle>',
  );
});

test('a measuring request sets its own limit', async () => {
  expect((await sentBody('qwen', {}, { maxTokens: 256 }))['max_tokens']).toBe(256);
});

test.each([
  ['https://api.fireworks.ai', true],
  ['https://notfireworks.ai', undefined],
  ['http://127.0.0.1:8012', undefined],
])('%s is asked for its times: %s', async (origin, asked) => {
  const link = { ...recordedLink([Buffer.from(chunk('a') + DONE)]), origin };
  await ask(createOpenAiCompletions(entry(), 'none', link));
  expect(link.sent[0]?.body['perf_metrics_in_response']).toBe(asked);
});

test.each([
  ['qwen', '<|fim_prefix|>a<|fim_suffix|>\nb<|fim_middle|>'],
  ['suffix', 'a\nb'],
  ['none', 'a'],
] as const)('the prompt is counted as the model reads it: %s', async (fim, seen) => {
  const link = recordedLink([Buffer.from(chunk('a') + DONE)]);
  const model = createOpenAiCompletions(entry(), fim, link);
  const request = completionRequest({ prefix: 'a', suffix: '\nb' });
  const { marks } = await ask(model, { request });
  expect(marks).toEqual([
    { name: 'prompt', chars: seen.length, repeatedChars: 0 },
    { name: 'chunk' },
  ]);
});

test('comments before the first event say that the request waits, later ones do not', async () => {
  const comment = ': keep-alive\n\n';
  const bytes = [comment, comment, chunk('') + comment, comment, chunk('a') + DONE];
  const { marks } = await ask(replay(bytes.map((text) => Buffer.from(text))));
  expect(marks.slice(1).map(({ name }) => name)).toEqual(['waiting', 'waiting', 'chunk']);
});

test('what a server counts along goes with each piece', async () => {
  const usage = (completion_tokens: number) => ({ usage: { prompt_tokens: 9, completion_tokens } });
  const thought = event({ choices: [{ delta: { reasoning: 'hm' } }], ...usage(2) });
  const { parts } = await ask(
    replay(thought + chunk('a', usage(3)) + chunk('b c', usage(5)) + DONE),
  );
  expect(parts.slice(0, 3)).toEqual([
    { type: 'reasoning', text: 'hm', tokens: 2 },
    { type: 'text', text: 'a', tokens: 3 },
    { type: 'text', text: 'b c', tokens: 5 },
  ]);
});

test('headers count for a whole answer, where the servers that use them mean all of it', async () => {
  const whole = JSON.stringify({ choices: [{ text: 'a', finish_reason: 'stop' }] });
  const headers = { 'x-queue-time': '12', 'x-total-time': '313', 'x-generated-tokens': '1' };
  const asked = async (body: string, contentType: string) => {
    const link = recordedLink([Buffer.from(body)], contentType, headers);
    return (await ask(createOpenAiCompletions(entry(), 'none', link))).parts;
  };
  expect(await asked(whole, 'application/json')).toEqual([
    { type: 'text', text: 'a', tokens: 1 },
    { type: 'usage', usage: { completionTokens: 1 } },
    { type: 'timings', timings: { queueMs: 12, totalMs: 313 } },
    { type: 'finish', reason: 'stop' },
  ]);
  const parts = await asked(chunk('a') + DONE, 'text/event-stream');
  expect(parts.map(({ type }) => type)).toEqual(['text', 'finish']);
});

test('blanks ahead of a whole answer say that the request waits', async () => {
  const whole = JSON.stringify({ choices: [{ text: 'a', finish_reason: 'stop' }] });
  const bytes = ['\n', '\n\n', whole].map((text) => Buffer.from(text));
  const { marks, text } = await ask(replay(bytes, 'application/json'));
  expect(text).toBe('a');
  expect(marks.slice(1).map(({ name }) => name)).toEqual(['waiting', 'waiting', 'chunk']);
});

test.each([
  ['v1-completions-stream', 'length'],
  ['v1-completions-stream-nousage', 'length'],
])('%s of a real server is read to its end', async (name, finish) => {
  const bytes = recorded(name);
  const events = bytes
    .toString()
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)));
  const { parts, text, error } = await ask(replay([bytes]));
  expect(error).toBeUndefined();
  expect(text).toBe(events.map((item) => item.choices[0]?.text ?? '').join(''));
  expect(text.length).toBeGreaterThan(0);
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: finish });
  expect(parts.find((part) => part.type === 'usage')).toMatchObject({
    usage: { completionTokens: 16 },
  });
  expect(parts.find((part) => part.type === 'timings')).toBeDefined();
});

test('the parts do not depend on how the bytes are cut', async () => {
  const bytes = Buffer.from(chunk('gr') + chunk('ößer 🙂') + event({ choices: [] }) + DONE);
  const expected = (await ask(replay([bytes]))).parts;
  expect(expected.map((part) => part.type)).toEqual(['text', 'text', 'finish']);
  for (const chunks of chunkings(bytes))
    expect((await ask(replay(chunks))).parts).toEqual(expected);
});

const USAGE = { prompt_tokens: 9, completion_tokens: 2 };
const ZERO = { prompt_tokens: 0, completion_tokens: 0 };

test.each([
  ['null on every chunk', chunk('a', { usage: null }) + event({ choices: [], usage: USAGE })],
  ['zero on every chunk', chunk('a', { usage: ZERO }) + event({ choices: [], usage: USAGE })],
  ['zero once more at the end', chunk('a', { usage: USAGE }) + event({ choices: [], usage: ZERO })],
  [
    'growing on every chunk',
    chunk('', { usage: { prompt_tokens: 9, completion_tokens: 1 } }) + chunk('a', { usage: USAGE }),
  ],
])('usage that is %s is reported once, with its last real value', async (_what, body) => {
  const { parts } = await ask(replay(body + DONE));
  expect(parts.filter((part) => part.type === 'usage')).toEqual([
    { type: 'usage', usage: { promptTokens: 9, completionTokens: 2 } },
  ]);
});

test.each([
  ['null', null, 'length'],
  ['empty', '', 'length'],
  ['stop', 'stop', 'stop'],
  ['eos_token', 'eos_token', 'stop'],
  ['length', 'length', 'length'],
])('finish_reason %s before [DONE]', async (_what, reason, finish) => {
  const body = event({ choices: [{ text: 'a', finish_reason: reason }] }) + DONE;
  expect((await ask(replay(body))).parts.at(-1)).toEqual({ type: 'finish', reason: finish });
});

test('a role, an empty delta, an annotation and a comment are no text', async () => {
  const body =
    event({ choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] }) +
    event({ choices: [], prompt_filter_results: [] }) +
    ': OPENROUTER PROCESSING\n\n' +
    event({ choices: [{ delta: { content: null } }] }) +
    event({ choices: [{ delta: { content: 'a' } }] }) +
    DONE;
  const { parts } = await ask(replay(body));
  expect(parts.filter((part) => part.type === 'text')).toEqual([{ type: 'text', text: 'a' }]);
});

test('thinking is told apart from the answer', async () => {
  const body =
    event({ choices: [{ delta: { reasoning_content: 'hmm' } }] }) +
    event({ choices: [{ delta: { reasoning: 'so' } }] }) +
    chunk('a') +
    DONE;
  const { parts } = await ask(replay(body));
  expect(parts.slice(0, 3)).toEqual([
    { type: 'reasoning', text: 'hmm' },
    { type: 'reasoning', text: 'so' },
    { type: 'text', text: 'a' },
  ]);
});

test('a gateway that ignores streaming is understood', async () => {
  const whole = { choices: [{ text: 'a;', finish_reason: 'stop' }], usage: USAGE };
  const { text, parts } = await ask(replay(JSON.stringify(whole, null, 2), 'application/json'));
  expect(text).toBe('a;');
  expect(parts).toContainEqual({ type: 'usage', usage: { promptTokens: 9, completionTokens: 2 } });
});

test('an error object under status 200 is an error', async () => {
  const body = JSON.stringify({ error: { message: 'no such model', code: 404 } });
  expect((await ask(replay(body, 'application/json'))).error).toMatchObject({ status: 404 });
});

test('an error frame ends the stream although [DONE] follows', async () => {
  const body = chunk('a') + event({ error: { message: 'preempted', code: 503 } }) + DONE;
  expect(await ask(replay(body))).toMatchObject({
    text: 'a',
    error: { code: 'http', status: 503, message: expect.stringContaining('preempted') },
  });
});

test('a leaked token of the format ends the answer', async () => {
  const { text } = await ask(replay(chunk('a;') + chunk('<|fim_') + chunk('suffix|>b') + DONE));
  expect(text).toBe('a;');
});

test('what follows [DONE] is not read', async () => {
  const { text, error } = await ask(replay(`${chunk('a') + DONE}data: garbage\n\n`));
  expect(text).toBe('a');
  expect(error).toBeUndefined();
});

test('an abort ends the answer although more of it has arrived already', async () => {
  const controller = new AbortController();
  const { text, error } = await ask(replay(chunk('a') + chunk('b') + chunk('c') + DONE), {
    signal: controller.signal,
    onPart: () => controller.abort(),
  });
  expect(text).toBe('a');
  expect(error).toMatchObject({ code: 'aborted' });
});
