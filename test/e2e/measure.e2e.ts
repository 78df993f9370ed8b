import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MeasurementRecord } from '../../src/core/record.ts';
import { type ModelServer, startModelServer } from '../support/model-server/start-model-server.ts';
import { openStage, type Stage } from './support/open-stage.ts';

/** Sixty rows of five words and marks each, which the simulated servers count as tokens. */
const ROWS = Array.from({ length: 60 }, (_, at) => `\n  { code: ${at + 4} },`).join('');
const ROW_TOKENS = 300;

describe('two models are measured from the palette', () => {
  let near: ModelServer;
  let far: ModelServer;
  let stage: Stage;

  beforeAll(async () => {
    near = await startModelServer({ script: { ttftMs: 40, tps: 200, text: ROWS } });
    far = await startModelServer({ script: { ttftMs: 160, tps: 80, text: ROWS } });
    stage = await openStage({
      width: 1900,
      height: 1000,
      settings: {
        'firstToken.models': [
          { id: 'near', provider: 'llama-server', endpoint: near.url },
          {
            id: 'far',
            provider: 'openai-completions',
            endpoint: `${far.url}/v1`,
            model: 'm',
            fim: 'qwen',
          },
        ],
        'firstToken.defaultModel': 'near',
        'firstToken.predictor.enabled': false,
      },
    });
    const lines = stage.readFile('src/orders.ts').split('\n').length;
    await stage.workbench.openFile('src/orders.ts', lines, 1);
  });
  afterAll(async () => {
    await stage?.close();
    await near?.close();
    await far?.close();
  });

  const row = (text: string): Locator =>
    stage.workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  /** The lines of every file of records on disk. */
  const recordLines = (): readonly string[] =>
    readdirSync(stage.server.dataFolder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /records-[^/]*\.jsonl$/.test(file))
      .map((file) => readFileSync(path.join(stage.server.dataFolder, file), 'utf8'))
      .flatMap((text) => text.split('\n').filter((line) => line !== ''));
  const served = (): number => near.log.length + far.log.length;

  test('the lists lead to a price in numbers, and until then nothing is sent', async () => {
    const { workbench } = stage;
    await workbench.runCommand('First Token: Measure Models');
    await row('far').waitFor();
    await workbench.press('Enter');
    // The small sizes alone: the server would take seconds for the others.
    for (const name of ['2k', '8k']) await row(`Prompts of ${name} tokens`).click();
    await workbench.screenshot('measure-lengths');
    await workbench.press('Enter');
    await row('Measure 2 models').waitFor();
    await workbench.screenshot('measure-price');
    const price = await row('Measure 2 models').textContent();
    expect(price).toContain('10 requests');
    expect(price).toContain('about 4,220 prompt and at most 2,190 output tokens');
    expect(served()).toBe(0);
  });

  test('progress and time left are shown, and completions wait meanwhile', async () => {
    const { workbench } = stage;
    await workbench.press('Enter');
    await expect
      .poll(async () => (await workbench.notifications()).join(' '), { timeout: 20_000 })
      .toMatch(/(near|far) · \d+ of 10 · about \d+ s left/);
    await workbench.screenshot('measure-progress');
    expect(await workbench.statusBarText()).toContain('measuring');
    await workbench.type('\nconst zebra = quaxo');
    expect(await workbench.ghostText()).toBe('');
  });

  test('each server got its share, one request after the other, and the typing reached none', async () => {
    const { workbench } = stage;
    await expect
      .poll(async () => (await workbench.notifications()).join(' '), { timeout: 40_000 })
      .toContain('Measured 2 models, 8 requests besides');
    expect([near.log.length, far.log.length]).toEqual([5, 5]);
    const times = [...near.log, ...far.log]
      .map(({ receivedMs, endedMs }) => [receivedMs, endedMs ?? Number.NaN] as const)
      .sort(([a], [b]) => a - b);
    for (const [index, [from]] of times.entries()) {
      if (index > 0) expect(from).toBeGreaterThan(times[index - 1]?.[1] ?? Number.NaN);
    }
  });

  test('a repeated prompt is the one before it, and no other two are the same', () => {
    for (const { log } of [near, far]) {
      const prompts = log.map(({ request }) => JSON.stringify(request.body));
      const [, cold, again, coldLong, againLong] = prompts;
      expect(again).toBe(cold);
      expect(againLong).toBe(coldLong);
      expect(new Set(prompts).size).toBe(3);
    }
  });

  test('a record of each request is on disk, with its times and without its code', async () => {
    await expect.poll(() => recordLines().length, { timeout: 10_000 }).toBe(10);
    const records = recordLines().map((line) => JSON.parse(line) as MeasurementRecord);
    expect(new Set(records.map(({ run }) => run)).size).toBe(1);
    for (const [model, ttftMs] of [
      ['near', 40],
      ['far', 160],
    ] as const) {
      const [, ...counted] = records.filter(({ lane }) => lane.model === model);
      expect(
        counted.map(({ step }) => `${step.promptTokens} ${step.outputTokens} ${step.cache}`),
      ).toEqual(['512 32 cold', '512 32 repeated', '512 512 cold', '512 512 repeated']);
      for (const { lane, step } of counted) {
        expect(lane.outcome).toBe('finished');
        expect(lane.firstTokenMs).toBeGreaterThanOrEqual(ttftMs - 1);
        expect(lane.usage.completionTokens).toBe(Math.min(step.outputTokens, ROW_TOKENS));
      }
    }
    expect(recordLines().join('')).not.toMatch(/export|function|code:/);
  });

  test('then completions go on, and the message leads to the panel', async () => {
    const { workbench } = stage;
    const before = served();
    await workbench.type('r');
    await expect.poll(served).toBeGreaterThan(before);
    expect(await workbench.statusBarText()).not.toContain('measuring');
    await workbench.page.getByRole('button', { name: 'Show Latency Panel' }).click();
    const panel = await workbench.panel();
    await panel.locator('table.models').waitFor({ timeout: 20_000 });
    await workbench.screenshot('measure-panel');
  });
});
