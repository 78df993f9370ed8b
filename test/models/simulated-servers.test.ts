import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SimulatedServers, startSimulatedServers } from '../../scripts/simulated-servers.ts';
import { measuredRun } from '../../src/core/measure/measured-run.ts';
import { planRun } from '../../src/core/measure-run/plan.ts';
import { runMeasurement } from '../../src/core/measure-run/run.ts';
import { syntheticCode } from '../../src/core/measure-run/synthetic-code.ts';
import type { CompletionModel } from '../../src/core/model.ts';
import { parseModelEntry } from '../../src/core/parse-model-entry.ts';
import type { MeasurementRecord } from '../../src/core/record.ts';
import { createModel } from '../../src/models/create-model.ts';
import { createSystemClock } from '../../src/models/system-clock.ts';
import { createTransport, type Transport } from '../../src/models/transport.ts';
import { ask, completionRequest } from '../support/model-server/asking.ts';
import { plausibleContinuation } from '../support/model-server/plausible-continuation.ts';
import { tokensOf } from '../support/model-server/tokens-of.ts';

let servers: SimulatedServers;
let transport: Transport;
beforeEach(async () => {
  servers = await startSimulatedServers();
  transport = createTransport();
});
afterEach(async () => {
  await transport.close();
  await servers.close();
});

function models(): readonly CompletionModel[] {
  return servers.entries.map((raw, index) => {
    const { entry, messages } = parseModelEntry(raw, index + 1, new Set());
    expect(messages).toEqual([]);
    if (entry === undefined) throw new Error('the entry was left out');
    const created = createModel(entry, { transport, apiKey: async () => undefined });
    if ('problem' in created) throw new Error(created.problem);
    return created.model;
  });
}

test('the entries are valid settings whose names say that they are simulated', () => {
  expect(models().map((model) => [model.id, model.provider])).toEqual([
    ['simulated-120ms', 'llama-server'],
    ['simulated-420ms', 'openai-completions'],
  ]);
});

test('both continue what is typed, with usage, to a clean end; the early one first', async () => {
  const prefix = 'const total = price * count;\nconst net = total - tax;\nconst tot';
  const order: string[] = [];
  const answers = await Promise.all(
    models().map((model) =>
      ask(model, {
        request: completionRequest({ prefix, suffix: '\n' }),
        onPart: (part) => part.type === 'text' && !order.includes(model.id) && order.push(model.id),
      }),
    ),
  );
  expect(order).toEqual(['simulated-120ms', 'simulated-420ms']);
  for (const { text, parts, error } of answers) {
    expect(error).toBeUndefined();
    expect(text).toBe('al = price * count;');
    expect(parts.some((part) => part.type === 'usage')).toBe(true);
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  }
});

const cases: readonly [typed: string, suffix: string, text: string][] = [
  ['const a = load(path);\nconst b = lo', '\n', 'ad(path);'],
  ['const rows = 3;\nreturn', '\n', ' rows;'],
  ['const rows = 3;\nconst copy =', '\n', ' rows;'],
  ['const rows = 3;\nconst copy ', '\n', '= rows;'],
  ['const rows = 3;\nif (', ')', 'rows'],
  ['let rows = 3;\nconsole.log(', ');', 'rows'],
  ['function start', '\n', ''],
  ['', '\n', ''],
  ['prose that nobody can finish', '\n', ''],
];

test.each(cases)(
  'after %j each protocol gets what the code itself suggests',
  (typed, suffix, text) => {
    const request = (body: unknown) => ({
      path: '',
      headers: {},
      body,
      connection: 1,
      nthOnConnection: 1,
    });
    const at = typed.lastIndexOf('\n') + 1;
    const bodies = [
      { input_prefix: typed.slice(0, at), prompt: typed.slice(at), input_suffix: suffix },
      {
        prompt: `<|file_sep|>a.ts\n<|fim_prefix|>${typed.slice(0, at)}<|fim_suffix|>${suffix}<|fim_middle|>${typed.slice(at)}`,
      },
      { prompt: typed, suffix },
    ];
    expect(bodies.map((body) => plausibleContinuation(request(body)))).toEqual([text, text, text]);
  },
);

test.each([8, 32, 512])(
  'the invented code of a measuring run is continued, to an answer of the asked %i tokens',
  (maxTokens) => {
    for (const promptTokens of [64, 512, 2048, 8192]) {
      for (let number = 0; number < 20; number += 1) {
        const { prefix, suffix } = syntheticCode(1, number, promptTokens);
        const at = prefix.lastIndexOf('\n') + 1;
        const bodies = [
          {
            input_prefix: prefix.slice(0, at),
            prompt: prefix.slice(at),
            input_suffix: suffix,
            n_predict: maxTokens,
          },
          {
            prompt: `<|fim_prefix|>${prefix.slice(0, at)}<|fim_suffix|>${suffix}<|fim_middle|>${prefix.slice(at)}`,
            max_tokens: maxTokens,
          },
          { prompt: prefix, suffix, options: { num_predict: maxTokens } },
        ];
        for (const body of bodies) {
          const request = { path: '', headers: {}, body, connection: 1, nthOnConnection: 1 };
          const text = plausibleContinuation(request);
          expect(tokensOf(text).length).toBeGreaterThanOrEqual(maxTokens);
          expect(text).toMatch(/^ \d+, name: '[^']+', \w+: \d+ \},/);
        }
      }
    }
  },
);

test('a measuring run of both has a figure for each request, and none was answered with nothing', async () => {
  const records: MeasurementRecord[] = [];
  const chosen = models();
  const plan = planRun({ models: chosen, promptTokens: [8192], outputTokens: [8], seed: 9 });
  const summary = await runMeasurement({
    clock: createSystemClock(),
    plan,
    models: chosen,
    seed: 9,
    runId: 'run',
    newId: () => String(records.length),
    signal: new AbortController().signal,
    onRecord: (record) => records.push(record),
    onProgress: () => {},
  });
  expect(summary.models.map(({ measured, failed }) => [measured, failed])).toEqual([
    [2, 0],
    [2, 0],
  ]);
  const rows =
    measuredRun(
      records,
      chosen.map(({ id }) => id),
    )?.rows ?? [];
  expect(rows).toHaveLength(2);
  for (const { promptTokensCounted, cold, repeated, tps, tpsEstimated } of rows) {
    // Of four characters each; the models' own budget for typing is a quarter of it.
    expect(promptTokensCounted).toBeGreaterThan(7000);
    expect([cold.n, repeated.n, tpsEstimated]).toEqual([1, 1, false]);
    expect(cold.p50Ms).toBeGreaterThan(0);
    expect(repeated.p50Ms).toBeGreaterThan(0);
    expect(tps).toBeGreaterThan(0);
  }
});
