import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from './support/open-stage.ts';

const CASES = [
  {
    language: 'TypeScript',
    file: 'src/orders.ts',
    head: 'export function returnOrder(store: OrderStore, id: string): Order {\n',
    typed: 'const order = fi',
    line: 'const order = findOrder(store, id);',
  },
  {
    language: 'Python',
    file: 'reports/sales.py',
    head: 'def sales_by_month(orders):\n',
    typed: 'totals = de',
    line: 'totals = defaultdict(int)',
  },
] as const;

describe.each(CASES)('with no model set up, in $language', ({ file, head, typed, line }) => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage();
    const lines = stage.readFile(file).split('\n').length;
    await stage.workbench.openFile(file, lines, 1);
    await stage.workbench.type(`\n${head}`);
  });
  afterAll(() => stage?.close());

  test('the built-in predictor shows how the line goes on', async () => {
    await stage.workbench.type(typed);
    const ghost = await stage.workbench.waitForGhostText();
    expect(`${typed}${ghost}`.split('\n')[0]).toBe(line);
    await stage.workbench.screenshot(`ghost-text-${file.split('.').at(-1)}`);
  });

  test('typing through the text keeps its rest', async () => {
    const rest = line.slice(typed.length);
    for (let length = 1; length <= 3; length += 1) {
      await stage.workbench.type(rest.charAt(length - 1));
      expect((await stage.workbench.ghostText()).split('\n')[0]).toBe(rest.slice(length));
    }
  });

  test('Tab takes the text', async () => {
    await stage.workbench.press('Tab');
    await stage.workbench.save();
    expect(stage.readFile(file)).toContain(line);
  });

  test('Escape drops the text', async () => {
    await stage.workbench.type(`\n${typed}`);
    await stage.workbench.waitForGhostText();
    await stage.workbench.press('Escape');
    await stage.workbench.waitForNoGhostText();
    await stage.workbench.save();
    expect(stage.readFile(file).split('\n')).toContainEqual(
      expect.stringMatching(new RegExp(`^\\s*${typed.replace('(', '\\(')}$`)),
    );
  });

  test('the status bar says that the built-in predictor is at work', async () => {
    expect(await stage.workbench.statusBarText()).toContain('built-in');
  });

  test('nothing popped up', async () => {
    expect(await stage.workbench.notifications()).toEqual([]);
  });
});
