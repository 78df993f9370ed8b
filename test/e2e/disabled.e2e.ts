import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../support/model-server/start-model-server.ts';
import { openStage, type Stage } from './support/open-stage.ts';

const CASES = [
  { name: 'by the person', settings: { 'firstToken.enabled': false }, inFolder: undefined },
  { name: 'by the folder', settings: {}, inFolder: { 'firstToken.enabled': false } },
  {
    name: 'for the language',
    settings: { 'firstToken.disabledLanguages': ['typescript'] },
    inFolder: undefined,
  },
  {
    name: 'by the person, whatever nonsense the folder says',
    settings: { 'firstToken.enabled': false },
    inFolder: { 'firstToken.enabled': 'yes' },
  },
  {
    name: 'for the language by the person, whatever nonsense the folder says',
    settings: { 'firstToken.disabledLanguages': ['typescript'] },
    inFolder: { 'firstToken.disabledLanguages': 'none' },
  },
  {
    name: 'for the language by the folder',
    settings: {},
    inFolder: { '[typescript]': { 'firstToken.enabled': false } },
  },
] as const;

describe.each(CASES)('switched off $name', ({ settings, inFolder }) => {
  let server: ModelServer;
  let stage: Stage;

  beforeAll(async () => {
    server = await startModelServer({ script: { text: 'Never(1);' } });
    stage = await openStage({
      settings: {
        'firstToken.models': [{ id: 'm', provider: 'llama-server', endpoint: server.url }],
        'firstToken.race.policy': 'race',
        ...settings,
      },
      prepare: (folder) => {
        if (inFolder !== undefined) {
          mkdirSync(path.join(folder, '.vscode'), { recursive: true });
          writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(inFolder));
        }
        return undefined;
      },
    });
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('typing sends nothing, connects to nobody and shows nothing', async () => {
    const { workbench } = stage;
    const lines = stage.readFile('src/orders.ts').split('\n').length;
    await workbench.openFile('src/orders.ts', lines, 1);
    await workbench.type('\nconst order = findO');
    await sleep(1000);
    expect(await workbench.ghostText()).toBe('');
    expect(server.log).toHaveLength(0);
    expect(server.connections()).toBe(0);
  });

  test('the status bar says so', async () => {
    expect(await stage.workbench.statusBarText()).toContain('off');
  });
});
