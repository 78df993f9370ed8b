import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../support/model-server/start-model-server.ts';
import { openStage, type Stage } from './support/open-stage.ts';

/** Novel text, so that the built-in predictor is unsure and the servers decide. */
const TYPED = 'const zebra = quaxo';
const ANSWER_120 = 'FromEarly(17);';
const ANSWER_420 = 'FromLate(23);';

interface Lane {
  readonly model: string;
  readonly ttft: string;
  readonly outcome: string;
}

/** The lanes of the newest race that has all of `models`, as the panel shows them. */
async function readLanes(panel: Frame, models: readonly string[]): Promise<readonly Lane[]> {
  const races = await panel.locator('table.races tbody.race').evaluateAll((bodies) =>
    bodies.map((body) =>
      [...body.querySelectorAll('tr.lane')].map((row) => {
        const cells = [...row.querySelectorAll('td:not(.plot)')];
        return {
          model: row.querySelector('th')?.textContent?.trim() ?? '',
          ttft: cells[1]?.textContent?.trim() ?? '',
          outcome: cells.at(-1)?.textContent?.trim() ?? '',
        };
      }),
    ),
  );
  return races.find((lanes) => models.every((id) => lanes.some((lane) => lane.model === id))) ?? [];
}

describe('two servers race, 120 and 420 ms to the first token', () => {
  let early: ModelServer;
  let late: ModelServer;
  let stage: Stage;
  const settings = (shadow: number) => ({
    'firstToken.models': [
      { id: 'early', provider: 'llama-server', endpoint: early.url },
      { id: 'late', provider: 'openai-completions', endpoint: `${late.url}/v1`, model: 'm' },
    ],
    'firstToken.defaultModel': 'early',
    'firstToken.race.policy': 'race',
    'firstToken.race.shadow': shadow,
  });

  beforeAll(async () => {
    early = await startModelServer({ script: { ttftMs: 120, tps: 100, text: ANSWER_120 } });
    late = await startModelServer({ script: { ttftMs: 420, tps: 100, text: ANSWER_420 } });
    stage = await openStage({ settings: settings(0), width: 1900, height: 1000 });
    await stage.workbench.openFile(
      'src/orders.ts',
      stage.readFile('src/orders.ts').split('\n').length,
      1,
    );
  });
  afterAll(async () => {
    await stage?.close();
    await early?.close();
    await late?.close();
  });

  /** Types the novel text at the end of the file, the last key after a pause, and waits for its answer. */
  async function typeNovelLine(name: string): Promise<string> {
    const { workbench } = stage;
    await workbench.press('Control+End');
    await workbench.type(`\n${TYPED}${name}`);
    return workbench.waitForGhostText((text) => text !== '', 5000);
  }

  test('the answer of the 120 ms server is shown', async () => {
    expect(await typeNovelLine('a')).toBe(ANSWER_120);
  });

  test("the loser's connection is closed before it could answer", async () => {
    await sleep(700);
    const last = late.log.at(-1);
    expect(last).toBeDefined();
    expect(last?.closedByClientAtMs).not.toBeNull();
    expect(last?.firstTokenSentMs).toBeNull();
  });

  test('the status bar shows the latency of the winner', async () => {
    const text = await stage.workbench.statusBarText();
    const shownMs = Number(/(\d+)\s*ms/.exec(text)?.[1]);
    expect(shownMs).toBeGreaterThanOrEqual(120);
    expect(shownMs).toBeLessThan(420);
  });

  test("both TTFTs are in the panel, within 5 ms of the servers' own logs", async () => {
    const { workbench } = stage;
    await stage.changeSettings(settings(1));
    await workbench.press('Escape');
    await typeNovelLine('b');
    await sleep(1200);
    await workbench.runCommand('First Token: Show Latency Panel');
    const panel = await workbench.panel();
    await panel.locator('table.races').waitFor({ timeout: 20_000 });
    const lanes = await readLanes(panel, ['early', 'late']);
    await workbench.screenshot('race-panel');
    for (const [id, server] of [
      ['early', early],
      ['late', late],
    ] as const) {
      const entry = server.log.findLast((candidate) => candidate.firstTokenSentMs !== null);
      const serverMs = (entry?.firstTokenSentMs ?? Number.NaN) - (entry?.receivedMs ?? Number.NaN);
      const shown = Number(lanes.find((lane) => lane.model === id)?.ttft);
      expect(Math.abs(shown - serverMs), `${id}: panel ${shown}, server ${serverMs}`).toBeLessThan(
        5,
      );
    }
  });

  test('after a reload the panel fills again from the records', async () => {
    const { workbench } = stage;
    const before = await (await workbench.panel()).locator('table.races tbody.race').count();
    await workbench.reload();
    const panel = await workbench.panel(30_000);
    await panel.locator('table.races').waitFor({ timeout: 20_000 });
    expect(await panel.locator('table.races tbody.race').count()).toBe(before);
  });
});
