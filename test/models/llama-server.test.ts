import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLlamaServer } from '../../src/models/llama-server.ts';
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

function replay(chunks: readonly Uint8Array[] | string, contentType?: string) {
  const bytes = typeof chunks === 'string' ? [Buffer.from(chunks)] : chunks;
  const link = recordedLink(bytes, contentType);
  return { link, model: createLlamaServer(modelEntry(), link) };
}

async function sentBody(
  entry: Parameters<typeof modelEntry>[0],
  request: Parameters<typeof completionRequest>[0] = {},
): Promise<Record<string, unknown>> {
  const link = recordedLink([recorded('infill-stream')]);
  await ask(createLlamaServer(modelEntry(entry), link), { request: completionRequest(request) });
  expect(link.sent.map(({ path }) => path)).toEqual(['/infill']);
  return link.sent[0]?.body ?? {};
}

test('whole lines go into the prefix and the line being typed to the very end', async () => {
  expect(await sentBody({})).toEqual({
    input_prefix: 'const first = 1;\n',
    input_suffix: '\nexport { sum };\n',
    prompt: 'const sum = ',
    n_predict: 64,
    temperature: 0,
    stream: true,
    cache_prompt: true,
    return_progress: true,
  });
});

test('other files go where the server lays them out, with their tokens broken', async () => {
  const body = await sentBody(
    {},
    {
      context: [{ path: 'lib/x.ts', text: 'one; <|fim_middle|>\n', kind: 'recent' }],
    },
  );
  expect(body['input_extra']).toEqual([{ filename: 'lib/x.ts', text: 'one; < |fim_middle|>\n' }]);
  expect(await sentBody({}, { context: [] })).not.toHaveProperty('input_extra');
});

test('however large the budget, the prefix stays within what the server keeps', async () => {
  const long = `${'const value = 1;\n'.repeat(3000)}last`;
  const context = [{ path: 'x.ts', text: 'y'.repeat(9000), kind: 'recent' as const }];
  const body = await sentBody({ promptTokens: 8000 }, { prefix: long, suffix: long, context });
  expect(String(body['input_prefix']).length).toBeLessThanOrEqual(4147);
  expect(String(body['input_suffix']).length).toBeLessThanOrEqual(1209);
  expect(body['input_extra']).toHaveLength(1);
});

test('two keystrokes on one line differ only in the last field of the prompt', async () => {
  const one = await sentBody({}, { prefix: 'a;\nret' });
  const two = await sentBody({}, { prefix: 'a;\nretu' });
  expect({ ...two, prompt: 'ret' }).toEqual(one);
});

test('sampling is sent only where it is set', async () => {
  const body = await sentBody({ temperature: 0, topP: 0.9, minP: 0.05, topK: 40, stop: ['END'] });
  expect(body).toMatchObject({
    temperature: 0,
    top_p: 0.9,
    min_p: 0.05,
    top_k: 40,
    stop: ['END'],
  });
});

test('within a line the answer stops at its end, at the end of a line it may go on', async () => {
  expect((await sentBody({ stop: ['END'] }, { suffix: ');\n' }))['stop']).toEqual(['\n', 'END']);
  expect((await sentBody({ stop: ['END'] }, { suffix: '  \nnext' }))['stop']).toEqual(['END']);
});

test('special tokens in a file are broken wherever they stand', async () => {
  const token = '<|fim_middle|>';
  const body = await sentBody({}, { prefix: `${token}\n${token}`, suffix: token });
  expect(body).toMatchObject({
    input_prefix: '< |fim_middle|>\n',
    prompt: '< |fim_middle|>',
    input_suffix: '< |fim_middle|>',
  });
});

test.each([
  ['infill-stream', 36, 35, 16, 'length'],
  ['infill-stream-cached', 36, 35, 16, 'length'],
  ['infill-stream-progress', 108, 1, 2, 'stop'],
  ['queue-second-progress', 36, 0, 16, 'length'],
] as const)(
  '%s is read with text, usage, timings and end',
  async (name, prompt, cached, completion, finish) => {
    const bytes = recorded(name);
    const events = bytes
      .toString()
      .split('\n\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line.slice('data: '.length)));
    const last = events.at(-1);
    const { parts, text, error } = await ask(replay([bytes]).model);
    expect(error).toBeUndefined();
    expect(text).toBe(events.map((item) => item.content).join(''));
    expect(parts.slice(-3)).toEqual([
      {
        type: 'usage',
        usage: { promptTokens: prompt, cachedTokens: cached, completionTokens: completion },
      },
      {
        type: 'timings',
        timings: { prefillMs: last.timings.prompt_ms, decodeMs: last.timings.predicted_ms },
      },
      { type: 'finish', reason: finish },
    ]);
  },
);

test.each(['infill-stream', 'infill-stream-progress'])(
  '%s gives the same parts however its bytes are cut',
  async (name) => {
    const bytes = recorded(name);
    const expected = JSON.stringify((await ask(replay([bytes]).model)).parts);
    for (const chunks of chunkings(bytes)) {
      const { parts } = await ask(replay(chunks).model);
      if (JSON.stringify(parts) !== expected) expect(parts).toEqual(JSON.parse(expected));
    }
  },
  60_000,
);

test('the first progress event marks that prefill began, once', async () => {
  const { marks } = await ask(replay([recorded('queue-second-progress')]).model);
  expect(marks.slice(1)).toEqual([{ name: 'processing' }, { name: 'chunk' }]);
});

test.each(['infill-stream', 'queue-second-progress'])(
  '%s counts its tokens along, as the server does',
  async (name) => {
    const { parts } = await ask(replay([recorded(name)]).model);
    const texts = parts.filter((part) => part.type === 'text');
    expect(texts.map((part) => part.tokens)).toEqual(texts.map((_part, index) => index + 1));
    expect(texts).toHaveLength(16);
  },
);

test('the prompt is counted in the order in which the model reads it', async () => {
  const link = recordedLink([recorded('infill-stream')]);
  const model = createLlamaServer(modelEntry(), link);
  const request = completionRequest({ prefix: 'a;\nretu', suffix: '\nb;' });
  expect((await ask(model, { request })).marks[0]).toEqual({
    name: 'prompt',
    chars: 'a;\n\nb;retu'.length,
    repeatedChars: 0,
  });
});

test('a measuring request sets its own limit', async () => {
  expect((await sentBody({ maxTokens: 64 }, { maxTokens: 256 }))['n_predict']).toBe(256);
});

test('without progress events there is no such mark', async () => {
  const { marks } = await ask(replay([recorded('infill-stream')]).model);
  expect(marks.slice(1)).toEqual([{ name: 'chunk' }]);
});

test('empty pieces in the middle are no text', async () => {
  const { parts } = await ask(replay([recorded('infill-stream-progress')]).model);
  expect(parts.filter((part) => part.type === 'text')).toEqual([
    { type: 'text', text: '1', tokens: 1 },
  ]);
});

test('a stream that was cut cleanly keeps its text and counts as cut', async () => {
  const { text, parts, error } = await ask(replay([recorded('aborted-by-client')]).model);
  expect(error).toBeUndefined();
  expect(text).toBe('63o5m');
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'length' });
});

test('an error can be the only event after a 200', async () => {
  const body = event({ error: { code: 500, message: 'invalid UTF-8', type: 'server_error' } });
  expect(await ask(replay(body).model)).toMatchObject({
    parts: [],
    error: { code: 'http', status: 500, message: expect.stringContaining('invalid UTF-8') },
  });
});

test('an error in the middle comes after the text before it', async () => {
  const body =
    event({ content: 'a', stop: false }) + event({ error: { code: 500, message: 'oom' } });
  expect(await ask(replay(body).model)).toMatchObject({ text: 'a', error: { code: 'http' } });
});

test('a server that ignores streaming is understood', async () => {
  const whole = { content: 'a;', stop: true, stop_type: 'eos', tokens_evaluated: 5 };
  const { text, parts } = await ask(replay(JSON.stringify(whole), 'application/json').model);
  expect(text).toBe('a;');
  expect(parts).toContainEqual({ type: 'usage', usage: { promptTokens: 5 } });
});

test('a leaked special token ends the answer', async () => {
  const body =
    event({ content: 'a;', stop: false }) +
    event({ content: '<|fim_pad|>', stop: false }) +
    event({ content: 'junk', stop: false });
  const { text, parts } = await ask(replay(body).model);
  expect(text).toBe('a;');
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
});

test.each([
  ['nothing', '', /without a single event/],
  ['comments only', ': ping\n\n', /without a single event/],
  ['text that is no event', 'hello', /without a single event/],
  ['half an event', 'data: {"content":"a', /not valid JSON/],
  ['an event that is no object', 'data: 7\n\n', /not a JSON object/],
])('%s is a bad stream', async (_what, body, message) => {
  expect((await ask(replay(body).model)).error).toMatchObject({
    code: 'bad-stream',
    message: expect.stringMatching(message),
  });
});
