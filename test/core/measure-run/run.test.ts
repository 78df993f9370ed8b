import { describe, expect, test } from 'vitest';
import { planRun } from '../../../src/core/measure-run/plan.ts';
import { type RunProgress, runMeasurement } from '../../../src/core/measure-run/run.ts';
import { CompletionError } from '../../../src/core/outcome.ts';
import type { MeasurementRecord } from '../../../src/core/record.ts';
import type { CompletionRequest } from '../../../src/core/request.ts';
import { toWritten } from '../../../src/history/record-schema.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeModel, type FakeModel, type Step } from '../../support/fake-model.ts';

const HOUR_MS = 3_600_000;
const ANSWER: readonly Step[] = [100, '  { code: 4 },', 50, '\n  { code: 5 },'];
const tooLong = new CompletionError('http', 'The prompt is too long for the context (400)', {
  status: 400,
});

interface Setup {
  readonly scripts: Readonly<
    Record<string, readonly Step[] | ((r: CompletionRequest) => readonly Step[])>
  >;
  readonly promptTokens?: readonly number[];
  readonly outputTokens?: readonly number[];
}

function setup({ scripts, promptTokens = [512], outputTokens = [32] }: Setup) {
  const clock = createFakeClock();
  const models = Object.entries(scripts).map(([id, script]) =>
    createFakeModel(clock, { id, script }),
  );
  const plan = planRun({ models, promptTokens, outputTokens, seed: 5 });
  const records: MeasurementRecord[] = [];
  const progress: RunProgress[] = [];
  const cancel = new AbortController();
  const run = runMeasurement({
    clock,
    plan,
    models,
    seed: 5,
    runId: 'run',
    newId: () => `id${records.length}`,
    signal: cancel.signal,
    onRecord: (record) => records.push(record),
    onProgress: (step) => progress.push(step),
  });
  const of = (model: string) => records.filter(({ lane }) => lane.model === model);
  const modelOf = (id: string) => models.find((model) => model.id === id) as FakeModel;
  return { clock, plan, records, progress, cancel, run, of, modelOf };
}

const steps = (records: readonly MeasurementRecord[]) =>
  records.map(({ step }) => `${step.promptTokens} ${step.outputTokens} ${step.cache}`);

describe('a run that goes well', () => {
  test('keeps one record of each planned request, in the plan’s order, as the journal takes it', async () => {
    const { clock, plan, records, run } = setup({
      scripts: { a: ANSWER, b: ANSWER },
      outputTokens: [32, 512],
    });
    await clock.advance(HOUR_MS);
    expect(await run).toEqual({
      cancelled: false,
      models: ['a', 'b'].map((model) => ({
        model,
        measured: 4,
        silent: [],
        failed: 0,
        stopped: 0,
        skipped: [],
      })),
    });
    expect(records.map(({ lane, step }) => ({ model: lane.model, step }))).toEqual(
      plan.map(({ model, step }) => ({ model, step })),
    );
    for (const record of records) expect(toWritten(record)).toEqual(record);
    expect(clock.sleeping()).toBe(0);
  });

  test('counts from the dispatch, with the wall clock’s time of it', async () => {
    const { clock, records, run } = setup({ scripts: { a: ANSWER } });
    await clock.advance(HOUR_MS);
    await run;
    expect(records[1]).toMatchObject({
      run: 'run',
      at: 1_700_000_000_000 + 1000 + 150,
      lane: { outcome: 'finished', dispatchedMs: 0, firstTokenMs: 100, endMs: 150 },
    });
  });

  test('never has two requests under way, whichever servers they are for', async () => {
    let open = 0;
    let most = 0;
    const counted = (): readonly Step[] => {
      open += 1;
      most = Math.max(most, open);
      return ANSWER;
    };
    const { clock, records, run } = setup({ scripts: { a: counted, b: counted } });
    for (let ended = 0; ended < 6; ) {
      await clock.advance(1);
      if (records.length > ended) {
        open -= records.length - ended;
        ended = records.length;
      }
    }
    await run;
    expect(most).toBeLessThanOrEqual(2);
    const times = records.map(({ at, lane }) => [at, at + lane.endMs] as const);
    for (const [index, [from]] of times.entries()) {
      expect(from).toBeGreaterThanOrEqual(times[index - 1]?.[1] ?? 0);
    }
  });

  test('sends the cold prompt again as it was, whole and with the asked limit', async () => {
    const { clock, run, modelOf } = setup({ scripts: { a: ANSWER }, outputTokens: [77] });
    await clock.advance(HOUR_MS);
    await run;
    const [warmUp, cold, repeated] = modelOf('a').requests.map(({ request }) => request);
    expect(repeated).toEqual({ ...cold, keystrokeAtMs: expect.any(Number) });
    expect(cold).toMatchObject({ maxTokens: 77, multiline: true, uncut: true });
    expect(warmUp?.prefix.slice(0, 12)).not.toBe(cold?.prefix.slice(0, 12));
  });

  test('counts an answer of nothing apart, by the size of its prompt, and a blank one as measured', async () => {
    const script = ({ maxTokens }: CompletionRequest): readonly Step[] =>
      maxTokens === 32 ? [100] : [100, '\n'];
    const { clock, run } = setup({ scripts: { a: script }, outputTokens: [32, 512] });
    await clock.advance(HOUR_MS);
    expect((await run).models).toMatchObject([
      { measured: 2, silent: [{ promptTokens: 512, silent: 2, ended: 4 }], failed: 0 },
    ]);
  });
});

describe('progress', () => {
  test('names the model, counts up, and has a time left from the first answer on', async () => {
    const { clock, progress, run } = setup({ scripts: { a: ANSWER } });
    await clock.advance(HOUR_MS);
    await run;
    expect(progress).toEqual([
      { done: 0, total: 3, leftMs: null, model: 'a' },
      { done: 1, total: 3, leftMs: null, model: 'a' },
      { done: 2, total: 3, leftMs: 150, model: 'a' },
    ]);
  });

  test('leaves out of the time left what will not be sent any more', async () => {
    const refuse = new CompletionError('unreachable', 'Nothing is listening.');
    const { clock, progress, run } = setup({
      scripts: { a: ANSWER, b: [refuse] },
      outputTokens: [8, 16, 32, 64],
    });
    await clock.advance(HOUR_MS);
    await run;
    expect(progress.at(-1)?.leftMs).toBe(150);
    expect(progress.map(({ model }) => model).filter((model) => model === 'b')).toHaveLength(2);
  });
});

describe('cancelling', () => {
  test('ends the request under way, keeps it as stopped with what came, and sends no more', async () => {
    const { clock, records, cancel, run, modelOf } = setup({
      scripts: { a: ANSWER, b: ANSWER },
      outputTokens: [32, 512],
    });
    // Ten milliseconds after the first token of the third request.
    await clock.advance(2 * 150 + 110);
    cancel.abort();
    const summary = await run;
    expect(summary.cancelled).toBe(true);
    expect(records).toHaveLength(3);
    expect(records[2]?.lane).toMatchObject({ outcome: 'stopped', firstTokenMs: 100, endMs: 110 });
    const asked = [...modelOf('a').requests, ...modelOf('b').requests];
    expect(asked.map(({ abortedAtMs }) => abortedAtMs).filter((ms) => ms !== null)).toHaveLength(1);
    await clock.advance(HOUR_MS);
    expect(records).toHaveLength(3);
    expect(clock.sleeping()).toBe(0);
    const skipped = summary.models.flatMap((model) => model.skipped);
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['Cancelled.']));
  });
});

describe('a model that fails', () => {
  test('twice in a row is left out with its last reason, and the others go on', async () => {
    const refused = new CompletionError('auth', 'The key was refused (401).', { status: 401 });
    const { clock, run, of } = setup({
      scripts: { a: [10, refused], b: ANSWER },
      promptTokens: [512, 2048],
    });
    await clock.advance(HOUR_MS);
    const { models } = await run;
    expect(of('a').map(({ lane }) => lane.error?.code)).toEqual(['auth', 'auth']);
    expect(models.find(({ model }) => model === 'a')).toEqual({
      model: 'a',
      measured: 0,
      silent: [],
      failed: 2,
      stopped: 0,
      // Of four, the first is the one that failed beside the warm-up.
      skipped: [{ reason: 'The key was refused (401).', requests: 3 }],
    });
    expect(models.find(({ model }) => model === 'b')).toMatchObject({ measured: 4, skipped: [] });
  });

  test('once goes on with the next prompt, without repeating the one that failed', async () => {
    let asked = 0;
    const script = (): readonly Step[] => {
      asked += 1;
      return asked === 2
        ? [new CompletionError('http', 'Overloaded (503).', { status: 503 })]
        : ANSWER;
    };
    const { clock, run, of } = setup({ scripts: { a: script }, promptTokens: [512, 2048] });
    await clock.advance(HOUR_MS);
    expect((await run).models).toMatchObject([
      { measured: 2, failed: 1, skipped: [{ reason: expect.stringContaining('not sent again') }] },
    ]);
    expect(steps(of('a'))).toEqual([
      '64 8 warm-up',
      '512 32 cold',
      '2048 32 cold',
      '2048 32 repeated',
    ]);
  });

  test('by saying nothing is given up, twice, with a pause for the server to notice', async () => {
    const { clock, run, of } = setup({ scripts: { a: [HOUR_MS] } });
    await clock.advance(HOUR_MS);
    expect((await run).models).toMatchObject([{ measured: 0, failed: 2 }]);
    const [first, second] = of('a');
    expect(first?.lane.error?.code).toBe('timeout');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe((first?.lane.endMs ?? 0) + 1000);
  });

  test('by never coming to an end is stopped, and left out the second time', async () => {
    const endless: readonly Step[] = Array.from({ length: 1000 }, () => [2000, 'x']).flat();
    const { clock, run, of } = setup({ scripts: { a: endless } });
    await clock.advance(HOUR_MS);
    expect((await run).models).toMatchObject([
      { measured: 0, failed: 0, stopped: 1, skipped: [{ reason: 'No end within 5 minutes.' }] },
    ]);
    expect(of('a').map(({ lane }) => lane.outcome)).toEqual(['stopped', 'stopped']);
  });

  test('by its limit of requests is asked again when it said', async () => {
    let asked = 0;
    const limited = new CompletionError('rate-limited', 'Too many (429).', {
      status: 429,
      retryAfterMs: 20_000,
    });
    const { clock, run, of } = setup({
      scripts: {
        a: () => {
          asked += 1;
          return asked === 3 ? [limited] : ANSWER;
        },
      },
      promptTokens: [512, 2048],
    });
    await clock.advance(HOUR_MS);
    expect((await run).models).toMatchObject([{ measured: 3, failed: 1, skipped: [] }]);
    expect((of('a')[3]?.at ?? 0) - (of('a')[2]?.at ?? 0)).toBe(20_000);
  });
});

describe('a prompt that is too long', () => {
  const upTo = (chars: number) => (request: CompletionRequest) =>
    request.prefix.length + request.suffix.length > chars ? [tooLong] : ANSWER;

  test('is kept as failed, and no larger one is sent to that model', async () => {
    const { clock, run, of } = setup({
      scripts: { small: upTo(8000), large: ANSWER },
      promptTokens: [512, 2048, 8192, 16_384],
    });
    await clock.advance(HOUR_MS);
    const { models } = await run;
    expect(steps(of('small'))).toEqual([
      '64 8 warm-up',
      '512 32 cold',
      '512 32 repeated',
      '2048 32 cold',
      '2048 32 repeated',
      '8192 32 cold',
    ]);
    expect(of('small').at(-1)?.lane.error).toEqual({ code: 'http', status: 400 });
    expect(models.find(({ model }) => model === 'small')).toMatchObject({
      measured: 4,
      failed: 1,
      skipped: [{ reason: tooLong.message, requests: 3 }],
    });
    expect(models.find(({ model }) => model === 'large')).toMatchObject({ measured: 8 });
  });

  test('for its long answer alone is still sent with the short one', async () => {
    const script = (request: CompletionRequest) =>
      (request.maxTokens ?? 0) > 100 ? [tooLong] : ANSWER;
    const { clock, run, of } = setup({ scripts: { a: script }, outputTokens: [32, 512] });
    await clock.advance(HOUR_MS);
    await run;
    expect(steps(of('a'))).toEqual([
      '64 8 warm-up',
      '512 32 cold',
      '512 32 repeated',
      '512 512 cold',
    ]);
  });

  test('and is cut by the server without a word is found by what it read', async () => {
    const script = (request: CompletionRequest): readonly Step[] => {
      const promptTokens = Math.min(2048, Math.round(request.prefix.length / 2.9));
      return [...ANSWER, { type: 'usage', usage: { promptTokens, completionTokens: 9 } }];
    };
    const { clock, run, of } = setup({
      scripts: { a: script },
      promptTokens: [512, 2048, 8192, 16_384],
    });
    await clock.advance(HOUR_MS);
    expect((await run).models).toMatchObject([
      {
        measured: 6,
        skipped: [
          { reason: 'The server read 2048 tokens of a prompt of about 8192.', requests: 2 },
        ],
      },
    ]);
    expect(steps(of('a')).at(-1)).toBe('8192 32 repeated');
  });
});

test('a request that was never sent is no measurement, and the reason is told', async () => {
  const refused = new CompletionError('auth', 'The API key was refused (401).', {
    status: 401,
    unsent: true,
  });
  const { clock, run, records, modelOf } = setup({ scripts: { a: [refused], b: ANSWER } });
  await clock.advance(HOUR_MS);
  expect((await run).models).toMatchObject([
    { model: 'a', measured: 0, failed: 0, skipped: [{ reason: refused.message, requests: 2 }] },
    { model: 'b', measured: 2, skipped: [] },
  ]);
  expect(new Set(records.map(({ lane }) => lane.model))).toEqual(new Set(['b']));
  expect(modelOf('a').requests).toHaveLength(2);
});
