import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../support/model-server/start-model-server.ts';
import { openStage, type Stage } from './support/open-stage.ts';

/** Novel text, so that the built-in predictor is unsure and the servers decide. */
const TYPED = 'const zebra = quaxo';
const ANSWER_120 = 'FromEarly(17);';
const ANSWER_420 = 'FromLate(23);';
/** Races that are compared with the servers' logs. */
const RACES = 6;

interface Lane {
  readonly fromKey: number;
  readonly ttft: number;
  readonly outcome: string;
}

/** The lanes of one model in the recent races, newest first, as the panel shows them. */
async function readLanes(panel: Frame, model: string): Promise<readonly Lane[]> {
  const rows = await panel.locator('table.races tr.lane').evaluateAll((elements) =>
    elements.map((row) => ({
      model: row.querySelector('th')?.textContent?.trim() ?? '',
      cells: [...row.querySelectorAll('td:not(.plot)')].map((cell) => cell.textContent?.trim()),
    })),
  );
  return rows
    .filter((row) => row.model === model)
    .map(({ cells }) => ({
      fromKey: Number(cells[0]),
      ttft: Number(cells[1]),
      outcome: cells.at(-1) ?? '',
    }));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

describe('two servers race, 120 and 420 ms to the first token', () => {
  let early: ModelServer;
  let late: ModelServer;
  let stage: Stage;
  let panel: Frame;
  const settings = (shadow: number) => ({
    'firstToken.models': [
      { id: 'early', provider: 'llama-server', endpoint: early.url },
      {
        id: 'late',
        provider: 'openai-completions',
        endpoint: `${late.url}/v1`,
        model: 'm',
        fim: 'qwen',
      },
    ],
    'firstToken.defaultModel': 'early',
    'firstToken.race.policy': 'race',
    'firstToken.race.shadow': shadow,
    // Each request of the logs is to belong to a key.
    'firstToken.race.fetchAhead': 'off',
  });

  beforeAll(async () => {
    early = await startModelServer({ script: { ttftMs: 120, tps: 100, text: ANSWER_120 } });
    late = await startModelServer({ script: { ttftMs: 420, tps: 100, text: ANSWER_420 } });
    stage = await openStage({ settings: settings(0), width: 1900, height: 1000 });
    const lines = stage.readFile('src/orders.ts').split('\n').length;
    await stage.workbench.openFile('src/orders.ts', lines, 1);
  });
  afterAll(async () => {
    await stage?.close();
    await early?.close();
    await late?.close();
  });

  test('the answer of the 120 ms server is shown', async () => {
    await stage.workbench.type(`\n${TYPED}a`);
    expect(await stage.workbench.waitForGhostText(undefined, 5000)).toBe(ANSWER_120);
  });

  test("the loser's connection is closed before it could answer", async () => {
    await sleep(700);
    const last = late.log.at(-1);
    expect(last).toBeDefined();
    expect(last?.closedByClientAtMs).not.toBeNull();
    expect(last?.firstTokenSentMs).toBeNull();
  });

  test("both TTFTs are in the panel, within 5 ms of the servers' own logs", async () => {
    const { workbench } = stage;
    await stage.changeSettings(settings(1));
    await workbench.openFile('src/orders.ts', 1, 1);
    await workbench.press('Control+End');
    // Each key disagrees with both answers, so each starts a race of its own, which the pause lets end.
    await workbench.type('bcdefgh', 1100);
    await workbench.runCommand('First Token: Show Latency Panel');
    panel = await workbench.panel();
    await panel.locator('table.races tr.lane').first().waitFor({ timeout: 20_000 });
    await workbench.screenshot('race-panel');
    for (const [id, server] of [
      ['early', early],
      ['late', late],
    ] as const) {
      const lanes = await readLanes(panel, id);
      const served = server.log.toReversed();
      const differences = lanes.slice(0, RACES).map((lane, index) => {
        const entry = served[index];
        const serverMs =
          (entry?.firstTokenSentMs ?? Number.NaN) - (entry?.receivedMs ?? Number.NaN);
        return Math.abs(lane.ttft - serverMs);
      });
      process.stdout.write(
        `${id}: panel minus server, ms: ${differences.map((ms) => ms.toFixed(1)).join(' ')}\n`,
      );
      expect(differences).toHaveLength(RACES);
      // The median, because a busy machine may hold up any one race between the two clocks.
      expect(median(differences), id).toBeLessThan(5);
    }
  });

  test('the panel says who won', async () => {
    const [lane] = await readLanes(panel, 'early');
    expect(lane?.outcome).toMatch(/^won/);
  });

  test('the status bar shows what the panel shows for the default model, from the key', async () => {
    const [lane] = await readLanes(panel, 'early');
    const shownMs = Number(/(\d+)\s*ms/.exec(await stage.workbench.statusBarText())?.[1]);
    expect(shownMs).toBe(lane?.fromKey);
    expect(shownMs).toBeGreaterThanOrEqual(120);
  });

  test('after a reload the panel fills again from the records', async () => {
    const { workbench } = stage;
    const lanes = await readLanes(panel, 'early');
    await workbench.reload();
    panel = await workbench.panel(30_000);
    await panel.locator('table.races tr.lane').first().waitFor({ timeout: 20_000 });
    expect(await readLanes(panel, 'early')).toEqual(lanes);
  });
});
