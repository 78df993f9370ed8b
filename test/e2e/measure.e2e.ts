import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedServers, startSimulatedServers } from '../../scripts/simulated-servers.ts';
import type { MeasurementRecord } from '../../src/core/record.ts';
import type { ModelServer } from '../support/model-server/start-model-server.ts';
import { openStage, type Stage } from './support/open-stage.ts';

describe('the servers of a first look are measured from the palette', () => {
  let simulated: SimulatedServers;
  let near: ModelServer;
  let far: ModelServer;
  let stage: Stage;

  beforeAll(async () => {
    simulated = await startSimulatedServers();
    [near, far] = simulated.servers;
    stage = await openStage({
      width: 1900,
      height: 1000,
      settings: {
        'firstToken.models': simulated.entries,
        'firstToken.defaultModel': 'simulated-120ms',
        'firstToken.predictor.enabled': false,
      },
    });
    const lines = stage.readFile('src/orders.ts').split('\n').length;
    await stage.workbench.openFile('src/orders.ts', lines, 1);
  });
  afterAll(async () => {
    await stage?.close();
    await simulated?.close();
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
    await row('simulated-420ms').waitFor();
    await workbench.press('Enter');
    // Short answers alone, for these servers write the long ones for half a minute; and one more size, so
    // that the run outlasts the typing beside it.
    await row('Answers of 512 tokens').click();
    await row('Prompts of 16k tokens').click();
    await workbench.screenshot('measure-lengths');
    await workbench.press('Enter');
    await row('Measure 2 models').waitFor();
    await workbench.screenshot('measure-price');
    const price = await row('Measure 2 models').textContent();
    expect(price).toContain('18 requests');
    expect(price).toContain('about 109,000 prompt and at most 528 output tokens');
    expect(served()).toBe(0);
  });

  test('progress and time left are shown, and completions wait meanwhile', async () => {
    const { workbench } = stage;
    await workbench.press('Enter');
    await expect
      .poll(async () => (await workbench.notifications()).join(' '), { timeout: 20_000 })
      .toMatch(/simulated-(120|420)ms · \d+ of 18 · about \d+ s left/);
    expect(await workbench.statusBarText()).toContain('measuring');
    await workbench.type('\nconst zebra = quaxo');
    expect(await workbench.ghostText()).toBe('');
    await workbench.screenshot('measure-progress');
  });

  test('each server got its share, one request after the other, and the typing reached none', async () => {
    const { workbench } = stage;
    await expect
      .poll(async () => (await workbench.notifications()).join(' '), { timeout: 40_000 })
      .toContain('Measured 2 models, 16 requests besides the warm-up.');
    expect([near.log.length, far.log.length]).toEqual([9, 9]);
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
      for (const at of [1, 3, 5, 7]) expect(prompts[at + 1]).toBe(prompts[at]);
      expect(new Set(prompts).size).toBe(5);
    }
  });

  test('a record of each request is on disk, with its times and without its code', async () => {
    await expect.poll(() => recordLines().length, { timeout: 10_000 }).toBe(18);
    const records = recordLines().map((line) => JSON.parse(line) as MeasurementRecord);
    expect(new Set(records.map(({ run }) => run)).size).toBe(1);
    for (const [model, ttftMs] of [
      ['simulated-120ms', 120],
      ['simulated-420ms', 420],
    ] as const) {
      const [, ...counted] = records.filter(({ lane }) => lane.model === model);
      expect(counted.map(({ step }) => `${step.promptTokens} ${step.cache}`)).toEqual([
        '512 cold',
        '512 repeated',
        '2048 cold',
        '2048 repeated',
        '8192 cold',
        '8192 repeated',
        '16384 cold',
        '16384 repeated',
      ]);
      for (const { lane } of counted) {
        expect(lane.outcome).toBe('finished');
        expect(lane.firstTokenMs).toBeGreaterThanOrEqual(ttftMs - 1);
        expect(lane.usage.completionTokens).toBe(32);
      }
    }
    expect(recordLines().join('')).not.toMatch(/export|function|code:/);
  });

  test('then completions go on, and the message leads to the panel, which has a figure in every cell', async () => {
    const { workbench } = stage;
    const before = served();
    await workbench.type('r');
    await expect.poll(served).toBeGreaterThan(before);
    expect(await workbench.statusBarText()).not.toContain('measuring');
    await workbench.page.getByRole('button', { name: 'Show Latency Panel' }).click();
    const panel = await workbench.panel();
    const rows = panel.locator('#measured table.across tbody tr');
    await rows.first().waitFor({ timeout: 20_000 });
    await rows.first().scrollIntoViewIfNeeded();
    await workbench.screenshot('measure-panel');
    expect(await rows.count()).toBe(8);
    for (const text of await rows.evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    )) {
      const [aimed, counted, cold, coldRequests, again, againRequests, tps, silent, errors] = text;
      for (const figure of [aimed, counted, cold, again, tps]) expect(figure).toMatch(/^[\d,]+$/);
      expect([coldRequests, againRequests, silent, errors]).toEqual(['1', '1', '0', '0']);
    }
  });
});
