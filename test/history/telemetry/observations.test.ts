import { expect, test } from 'vitest';
import type { JournalRecord } from '../../../src/core/record.ts';
import type { Conventions, ModelEntry } from '../../../src/core/settings.ts';
import { instrumentsOf } from '../../../src/history/telemetry/instruments.ts';
import { modelAttributes } from '../../../src/history/telemetry/model-attributes.ts';
import { observationsOf } from '../../../src/history/telemetry/observations.ts';
import { modelEntry } from '../../support/model-server/asking.ts';
import {
  accept,
  failed,
  lane,
  measurement,
  mute,
  race,
  shownText,
  spoken,
  stopped,
} from '../../support/records.ts';

const entry = modelEntry({
  id: 'qwen',
  model: 'qwen2.5-coder-1.5b',
});

/** Everything a record tells, one line per value: name, value, and the attributes that vary. */
function told(record: JournalRecord, conventions: Conventions = 'operation'): string[] {
  const instruments = instrumentsOf(conventions);
  const observations = observationsOf(record, {
    modelOf: (id, provider) => modelAttributes(id, provider, id === 'qwen' ? entry : undefined),
    languageOf: (id) => id,
  });
  const usual = Object.entries(modelAttributes('qwen', 'llama-server', entry));
  return observations.flatMap(({ figure, value, attributes }) =>
    instruments[figure].map(({ name, attributes: more }) => {
      const rest = Object.entries({ ...attributes, ...more })
        .filter(([key, is]) => !usual.some(([known, was]) => known === key && was === is))
        .map(([key, is]) => `${key.replace('first_token.', '')}=${is}`);
      return [name.replace('first_token.client.', '* '), value, ...rest].join(' ');
    }),
  );
}

test('a model is named by its id, its provider, its name and its address', () => {
  expect(modelAttributes('qwen', 'llama-server', entry)).toEqual({
    'first_token.model.id': 'qwen',
    'gen_ai.operation.name': 'text_completion',
    'gen_ai.provider.name': 'llama_cpp',
    'gen_ai.request.model': 'qwen2.5-coder-1.5b',
    'server.address': '127.0.0.1',
    'server.port': 8012,
  });
});

test.each([
  ['https://api.mistral.ai/v1', 'mistral_ai', 'api.mistral.ai', 443],
  ['https://notmistral.ai/v1', 'openai', 'notmistral.ai', 443],
  ['http://gpu.example/v1', 'openai', 'gpu.example', 80],
  ['http://[::1]:8000/v1', 'openai', '[::1]', 8000],
])('the provider of %s is %s', (endpoint, provider, address, port) => {
  const asked: ModelEntry = { ...entry, provider: 'openai-completions', endpoint };
  expect(modelAttributes('x', 'openai-completions', asked)).toMatchObject({
    'gen_ai.provider.name': provider,
    'server.address': address,
    'server.port': port,
  });
});

test.each([
  ['Qwen/Qwen2.5-Coder-7B', 'Qwen/Qwen2.5-Coder-7B'],
  ['qwen2.5-coder:1.5b-base', 'qwen2.5-coder:1.5b-base'],
  ['/home/ada/models/qwen.gguf', 'qwen.gguf'],
  ['~/models/qwen.gguf', 'qwen.gguf'],
  ['./models/qwen/', 'qwen'],
  ['C:\\Users\\ada\\qwen.gguf', 'qwen.gguf'],
  ['\\\\ada-pc\\models\\qwen.gguf', 'qwen.gguf'],
  ['file:///home/ada/qwen.gguf', 'qwen.gguf'],
])('a model called %s is exported as %s: a path may name the person', (model, name) => {
  expect(modelAttributes('x', 'ollama', { ...entry, model })['gen_ai.request.model']).toBe(name);
});

test('a keystroke that showed text in time tells itself, its request and its phases', () => {
  const record = race({ returnedMs: 181.5, shown: shownText(), lanes: [lane()] });
  expect(told(record).filter((one) => !one.startsWith('* queue'))).toEqual([
    '* keystrokes 1 language=typescript trigger=automatic outcome=shown_in_time',
    '* shown 0.1815 language=typescript trigger=automatic source=race',
    '* requests 1 trigger=automatic outcome=finished language=typescript in_time=yes',
    '* ttft 0.1 trigger=automatic',
    '* first_answer 0.12 trigger=automatic language=typescript',
    'gen_ai.client.operation.duration 0.3 trigger=automatic outcome=finished',
    'gen_ai.client.operation.time_to_first_chunk 0.1 trigger=automatic',
    '* prefill 0.08 trigger=automatic provenance=server',
    'gen_ai.client.token.usage 900 trigger=automatic gen_ai.token.type=input',
    'gen_ai.client.token.usage 21 trigger=automatic gen_ai.token.type=output',
    '* time_per_output_token 0.01 trigger=automatic',
  ]);
});

test('the newer conventions have other names, counters of tokens, and those from the cache', () => {
  const names = told(race({ lanes: [lane()] }), 'inference').filter((one) => one.startsWith('gen'));
  expect(names).toEqual([
    'gen_ai.client.inference.duration 0.3 trigger=automatic outcome=finished',
    'gen_ai.client.inference.time_to_first_chunk 0.1 trigger=automatic',
    'gen_ai.client.inference.usage.input_tokens 900 trigger=automatic',
    'gen_ai.client.inference.operation.input_tokens 900 trigger=automatic',
    'gen_ai.client.inference.usage.cache_read.input_tokens 850 trigger=automatic',
    'gen_ai.client.inference.usage.output_tokens 21 trigger=automatic',
    'gen_ai.client.inference.operation.output_tokens 21 trigger=automatic',
  ]);
});

test('a failed request has its status or our code as error.type, and no first token', () => {
  const timeout = failed(900, { error: { code: 'timeout' } });
  expect(told(race({ silence: 'failed', lanes: [failed(40), timeout] }))).toEqual([
    '* keystrokes 1 language=typescript trigger=automatic outcome=silent silence.reason=failed',
    '* requests 1 trigger=automatic outcome=failed error.type=500 language=typescript in_time=no',
    'gen_ai.client.operation.duration 0.02 trigger=automatic outcome=failed error.type=500',
    '* requests 1 trigger=automatic outcome=failed error.type=timeout language=typescript in_time=no',
    'gen_ai.client.operation.duration 0.88 trigger=automatic outcome=failed error.type=timeout',
  ]);
});

test('a stopped request is no error: it waited this long without an answer', () => {
  expect(told(race({ silence: 'superseded', lanes: [stopped(150)] }))).toEqual([
    '* keystrokes 1 language=typescript trigger=automatic outcome=silent silence.reason=superseded',
    '* requests 1 trigger=automatic outcome=stopped language=typescript in_time=unknown',
    '* stopped_waiting 0.15 trigger=automatic language=typescript',
    'gen_ai.client.operation.duration 0.13 trigger=automatic outcome=stopped',
  ]);
});

test('the built-in predictor is measured by our names and by none of the conventions', () => {
  const said = told(race({ returnedMs: 3, shown: shownText(), lanes: [spoken(2)] }));
  expect(said.filter((one) => one.startsWith('gen_ai'))).toEqual([]);
  expect(said.filter((one) => one.includes('model.id=built-in'))).toEqual([
    '* requests 1 model.id=built-in gen_ai.provider.name=first_token trigger=automatic outcome=finished language=typescript in_time=yes',
    '* ttft 0.002 model.id=built-in gen_ai.provider.name=first_token trigger=automatic',
    '* first_answer 0.002 model.id=built-in gen_ai.provider.name=first_token trigger=automatic language=typescript',
  ]);
});

test('a request that ended well without text is silent, not failed', () => {
  expect(told(race({ silence: 'empty', lanes: [mute({ endMs: 200 })] }))).toContain(
    '* requests 1 trigger=automatic outcome=silent language=typescript in_time=unknown',
  );
});

test('thinking is a first token, but not the first of the answer', () => {
  const thinking = lane({ firstTokenMs: 120, firstAnswerMs: 320 });
  const said = told(race({ lanes: [thinking] }));
  expect(said).toContain('* ttft 0.1 trigger=automatic');
  expect(said).toContain('* first_answer 0.32 trigger=automatic language=typescript');
  expect(said[1]).toContain('in_time=no');
});

test('text that came after the budget is shown late', () => {
  expect(told(race({ returnedMs: 300, shown: shownText() }))[0]).toContain('shown_in_time');
  expect(told(race({ returnedMs: 300.01, shown: shownText() }))[0]).toContain('shown_late');
});

test('a moment on the edge of a bucket stays on it', () => {
  const said = told(race({ lanes: [lane({ dispatchedMs: 20.1, firstTokenMs: 320.1 })] }));
  expect(said).toContain('* ttft 0.3 trigger=automatic');
});

test('a queue that the server reported, or that its protocol showed, says how it is known', () => {
  const reported = lane({ server: { queueMs: 30, prefillMs: 40 } });
  const phases = (record: JournalRecord) => told(record).filter((one) => /queue|prefill/.test(one));
  expect(phases(race({ lanes: [reported] }))).toEqual([
    '* queue 0.03 trigger=automatic provenance=server',
    '* prefill 0.04 trigger=automatic provenance=server',
  ]);
  expect(phases(race({ lanes: [lane({ processingMs: 70, server: {} })] }))).toEqual([
    expect.stringMatching(/^\* queue 0\.0\d+ trigger=automatic provenance=derived$/),
    expect.stringMatching(/^\* prefill 0\.05 trigger=automatic provenance=derived$/),
  ]);
  expect(phases(race({ lanes: [lane({ server: {} })] }))).toEqual([]);
  expect(phases(race({ lanes: [stopped(900, { waitingMs: 800 })] }))).toEqual([]);
});

test('gaps between chunks are told where each was kept, and not where only their sums were', () => {
  const gaps = (record: JournalRecord) =>
    told(record).filter((one) => one.includes('per_output_c'));
  const curve = [
    [120, 1, 4, null],
    [131.5, 2, 8, null],
    [320, 3, 12, null],
  ] as const;
  expect(gaps(race({ lanes: [lane({ pieces: 3, curve })] }))).toEqual([
    'gen_ai.client.operation.time_per_output_chunk 0.0115 trigger=automatic',
    'gen_ai.client.operation.time_per_output_chunk 0.1885 trigger=automatic',
  ]);
  expect(gaps(race({ lanes: [lane({ pieces: 5, curve })] }))).toEqual([]);
});

test('tokens that no server counted are not told', () => {
  expect(told(race({ lanes: [lane({ usage: {} })] })).join()).not.toMatch(
    /token\.usage|per_output_/,
  );
});

test('an acceptance counts itself and its characters', () => {
  expect(told(accept({ chars: 12 }))).toEqual(['* accepted 1', '* accepted_characters 12']);
});

test('measuring requests stand apart from typing, and warm-ups are left out', () => {
  const said = told(measurement());
  expect(said.every((one) => one.includes('trigger=measurement'))).toBe(true);
  expect(said.join()).not.toMatch(/first_answer|keystrokes|in_time|language/);
  const step = { promptTokens: 8, outputTokens: 1, cache: 'warm-up' } as const;
  expect(told(measurement({ step }))).toEqual([]);
});
