import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../support/model-server/start-model-server.ts';
import { openStage, type Stage } from './support/open-stage.ts';

describe('a window at rest, and its end', () => {
  let server: ModelServer;
  let stage: Stage;

  beforeAll(async () => {
    server = await startModelServer({ script: { ttftMs: 5000, text: 'Late(1);' } });
    stage = await openStage({
      settings: {
        'firstToken.models': [{ id: 'm', provider: 'llama-server', endpoint: server.url }],
        'firstToken.race.policy': 'race',
      },
    });
    const lines = stage.readFile('src/orders.ts').split('\n').length;
    await stage.workbench.openFile('src/orders.ts', lines, 1);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test.runIf(process.platform === 'linux')('its sockets are in its throw-away folder', () => {
    const names = readdirSync(path.join(stage.server.dataFolder, 't'));
    expect(names.filter((name) => /^vscode-.*\.sock$/.test(name))).not.toEqual([]);
  });

  test('opening a file and moving the cursor asks no model', async () => {
    for (const key of ['ArrowUp', 'ArrowUp', 'Home', 'End', 'PageUp'])
      await stage.workbench.press(key);
    await sleep(1000);
    expect(server.log).toHaveLength(0);
  });

  test('deleting asks no model', async () => {
    for (let count = 0; count < 5; count += 1) await stage.workbench.press('Backspace');
    await sleep(1000);
    expect(server.log).toHaveLength(0);
  });

  test('closing the window closes the request that was under way', async () => {
    await stage.workbench.press('Control+End');
    await stage.workbench.type('\nconst zebra = quaxo');
    await sleep(500);
    expect(server.log.at(-1)?.closedByClientAtMs).toBeNull();
    await stage.close();
    await sleep(500);
    expect(server.log.every((entry) => entry.closedByClientAtMs !== null)).toBe(true);
  });
});
