import { expect, test } from 'vitest';
import { createOllama } from '../../src/models/ollama.ts';
import {
  ask,
  chunkings,
  completionRequest,
  modelEntry,
  recordedLink,
} from '../support/model-server/asking.ts';

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const piece = (response: string): string => line({ model: 'm', response, done: false });
const LAST = {
  model: 'm',
  response: '',
  done: true,
  done_reason: 'stop',
  total_duration: 500_000_000,
  load_duration: 20_000_000,
  prompt_eval_count: 12,
  prompt_eval_duration: 80_000_000,
  eval_count: 3,
  eval_duration: 60_000_000,
};

const entry = (more: Parameters<typeof modelEntry>[0] = {}) => ({
  ...modelEntry({ provider: 'ollama' }),
  model: 'qwen2.5-coder:1.5b',
  ...more,
});

function replay(body: string | readonly Uint8Array[]) {
  const bytes = typeof body === 'string' ? [Buffer.from(body)] : body;
  return createOllama(entry(), recordedLink(bytes, 'application/x-ndjson'));
}

async function sentBody(
  more: Parameters<typeof modelEntry>[0] & { model?: string } = {},
  request: Parameters<typeof completionRequest>[0] = {},
): Promise<Record<string, unknown>> {
  const link = recordedLink([Buffer.from(line(LAST))], 'application/x-ndjson');
  const made = entry(more);
  await ask(createOllama(made, link), { request: completionRequest(request) });
  expect(link.sent.map(({ path }) => path)).toEqual(['/api/generate']);
  return link.sent[0]?.body ?? {};
}

test('a model whose format is known by its name gets a raw prompt', async () => {
  expect(await sentBody()).toEqual({
    model: 'qwen2.5-coder:1.5b',
    raw: true,
    prompt:
      '<|fim_prefix|>const first = 1;\n<|fim_suffix|>\nexport { sum };\n<|fim_middle|>const sum = ',
    stream: true,
    think: false,
    keep_alive: '30m',
    options: {
      num_predict: 64,
      temperature: 0,
      stop: expect.arrayContaining(['<|endoftext|>', '<|fim_pad|>', '<|file_sep|>']),
    },
  });
});

test('a measuring request sets its own limit', async () => {
  expect(await sentBody({}, { maxTokens: 256 })).toMatchObject({ options: { num_predict: 256 } });
});

test('blank lines before the first event say that the request waits', async () => {
  const { marks } = await ask(replay(`\n\n${piece('a')}\n${line(LAST)}`));
  expect(marks.slice(1)).toEqual([{ name: 'waiting' }, { name: 'chunk' }]);
});

test('an unknown model is given prompt and suffix for the template that it came with', async () => {
  const body = await sentBody({ model: 'house-model' });
  expect(body).toMatchObject({
    prompt: 'const first = 1;\nconst sum = ',
    suffix: '\nexport { sum };\n',
  });
  expect(body).not.toHaveProperty('raw');
});

test('the setting decides over the name', async () => {
  expect(await sentBody({ fim: 'suffix' })).not.toHaveProperty('raw');
  expect((await sentBody({ fim: 'codestral' }))['prompt']).toMatch(/^\[SUFFIX\]/);
  expect(await sentBody({ fim: 'none' })).toMatchObject({
    raw: true,
    prompt: 'const first = 1;\nconst sum = ',
  });
});

test('sampling and stops go into the options, only where they are set', async () => {
  const { options } = await sentBody(
    { fim: 'none', temperature: 0, topP: 0.5, minP: 0.1, topK: 20, stop: ['END'] },
    { suffix: ');\n' },
  );
  expect(options).toEqual({
    num_predict: 64,
    temperature: 0,
    top_p: 0.5,
    min_p: 0.1,
    top_k: 20,
    stop: ['\n', 'END'],
  });
  expect((await sentBody({ fim: 'none' }))['options']).toEqual({
    num_predict: 64,
    temperature: 0,
  });
});

test('a file cannot speak in special tokens', async () => {
  const { prompt } = await sentBody({}, { prefix: 'a<|fim_middle|>', suffix: '<|fim_prefix|>' });
  expect(prompt).toBe('<|fim_prefix|><|fim_suffix|>< |fim_prefix|><|fim_middle|>a< |fim_middle|>');
});

test('text, usage, timings in milliseconds and the end are read, however the bytes are cut', async () => {
  const bytes = Buffer.from(piece('größer') + piece('') + piece(' 🙂') + line(LAST));
  for (const chunks of chunkings(bytes)) {
    expect((await ask(replay(chunks))).parts).toEqual([
      { type: 'text', text: 'größer' },
      { type: 'text', text: ' 🙂' },
      { type: 'usage', usage: { promptTokens: 12, completionTokens: 3 } },
      { type: 'timings', timings: { totalMs: 500, loadMs: 20, prefillMs: 80, decodeMs: 60 } },
      { type: 'finish', reason: 'stop' },
    ]);
  }
});

test('the token limit is told apart from an end', async () => {
  const body = piece('a') + line({ ...LAST, done_reason: 'length' });
  expect((await ask(replay(body))).parts.at(-1)).toEqual({ type: 'finish', reason: 'length' });
});

test('text in the last line counts', async () => {
  expect((await ask(replay(line({ ...LAST, response: 'a' })))).text).toBe('a');
});

test('thinking is told apart from the answer', async () => {
  const body = line({ thinking: 'hmm', response: '', done: false }) + piece('a') + line(LAST);
  expect((await ask(replay(body))).parts.slice(0, 2)).toEqual([
    { type: 'reasoning', text: 'hmm' },
    { type: 'text', text: 'a' },
  ]);
});

test('an end without done is a cut answer, because Ollama does so when a model repeats itself', async () => {
  const { text, parts, error } = await ask(replay(piece('aa') + piece('aa')));
  expect(error).toBeUndefined();
  expect(text).toBe('aaaa');
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'length' });
});

test('an error line under status 200 is an error', async () => {
  expect(await ask(replay(piece('a') + line({ error: 'model runner has stopped' })))).toMatchObject(
    {
      text: 'a',
      error: { code: 'http', message: expect.stringContaining('model runner has stopped') },
    },
  );
});

test('a line that is not JSON is a bad stream', async () => {
  expect((await ask(replay(`${piece('a')}oops\n`))).error).toMatchObject({ code: 'bad-stream' });
});
