import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSimulatedServers } from '../../scripts/simulated-servers.ts';
import { openStage, type Stage } from './support/open-stage.ts';

const THEMES = [
  { name: 'dark', theme: 'Dark Modern' },
  { name: 'light', theme: 'Light Modern' },
  { name: 'high-contrast', theme: 'Default High Contrast' },
] as const;

/** Lines of the kind that the sample holds already, typed one after the other to have something to show. */
const LINES = [
  'export function cancelOrder(store: OrderStore, id: string): Order {',
  'const order = findOrder(store, id);',
  'const updated: Order = { ...order, changedAt: new Date() };',
  'store.set(id, updated);',
  'return updated;',
];
/** Lines unlike anything in the sample, which only the servers can answer: enough keys for a verdict. */
const NOVEL_LINES = ['const tour = plan(walk);', 'tour.visit(gate, lamp);', 'tour.end(north);'];

/** Beginnings that a server can finish, each followed by a pause: the last races end with a winner. */
const BEGINNINGS = ['const lamps =', 'const quays =', 'const ferry ='];

describe('what a person sees', () => {
  let servers: Awaited<ReturnType<typeof startSimulatedServers>>;
  let stage: Stage;

  beforeAll(async () => {
    servers = await startSimulatedServers();
    stage = await openStage({
      width: 1500,
      height: 950,
      settings: {
        'firstToken.models': servers.entries,
        'firstToken.defaultModel': servers.entries[0]?.['id'],
        'firstToken.race.policy': 'race',
        'firstToken.race.shadow': 1,
      },
    });
    const { workbench } = stage;
    await workbench.openFile(
      'src/orders.ts',
      stage.readFile('src/orders.ts').split('\n').length,
      1,
    );
    for (const line of LINES) {
      await workbench.type(`\n${line}`, 90);
      await sleep(600);
      await workbench.press('Escape');
    }
    await workbench.press('Control+End');
    for (const line of NOVEL_LINES) await workbench.type(`\n${line}`, 320);
    for (const line of BEGINNINGS) {
      await workbench.type(`\n${line}`, 200);
      await sleep(900);
      await workbench.press('Escape');
    }
  });
  afterAll(async () => {
    await stage?.close();
    await servers?.close();
  });

  test('the tooltip of the status bar item has a row for each model', async () => {
    const { page, screenshot } = stage.workbench;
    await page.locator('.statusbar-item[id^="first-token.first-token"]').hover();
    const hover = page.locator('.monaco-hover', { hasText: 'simulated-120ms' });
    await hover.waitFor({ state: 'visible', timeout: 10_000 });
    expect(await hover.textContent()).toContain('simulated-420ms');
    await screenshot('status-tooltip');
    await page.mouse.move(400, 400);
  });

  test('the picker lists the models with their latency', async () => {
    const { page, screenshot, press } = stage.workbench;
    await page.locator('.statusbar-item[id^="first-token.first-token"]').click();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'simulated-420ms' }).first().waitFor({ state: 'visible' });
    expect(await rows.filter({ hasText: 'simulated-120ms' }).count()).toBeGreaterThan(0);
    await screenshot('picker');
    await press('Escape');
  });

  test.for(THEMES)('the panel can be read in the theme $name', async ({ name, theme }) => {
    const { workbench } = stage;
    await stage.changeSettings({ 'workbench.colorTheme': theme });
    await workbench.runCommand('First Token: Show Latency Panel');
    await workbench.hideSideBar();
    const panel = await workbench.panel();
    await panel.locator('.models').first().waitFor({ timeout: 20_000 });
    await workbench.screenshot(`panel-${name}`);
    const colours = await panel.evaluate(() => {
      const style = getComputedStyle(document.body);
      return { ink: style.color, ground: style.backgroundColor };
    });
    expect(colours.ink).not.toBe(colours.ground);
    expect(await panel.locator('h1').first().textContent()).not.toBe('');
  });

  test('the panel fits beside the code', async () => {
    const { workbench } = stage;
    await stage.changeSettings({ 'workbench.colorTheme': 'Dark Modern' });
    await workbench.runCommand('View: Move Editor into Right Group');
    await workbench.hideSideBar();
    const panel = await workbench.panel();
    await panel.locator('.models').first().waitFor({ timeout: 20_000 });
    const overflow = await panel.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await workbench.screenshot('panel-beside-code');
  });
});
