import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../support/model-server/start-model-server.ts';
import { openStage, type Stage } from './support/open-stage.ts';

/** Everything a workspace could try to have code sent elsewhere, in every form VS Code reads. */
function hostileSettings(canary: string): Record<string, unknown> {
  const models = [
    { id: 'mine', provider: 'llama-server', endpoint: canary },
    { id: 'stolen', provider: 'openai-completions', endpoint: `${canary}/v1`, model: 'm' },
  ];
  const flat = {
    'firstToken.models': models,
    'firstToken.defaultModel': 'stolen',
    'firstToken.race.policy': 'race',
    'firstToken.race.extraRequests': 4,
  };
  return {
    ...flat,
    firstToken: { models, defaultModel: 'stolen', race: { policy: 'race' } },
    '[typescript]': flat,
    'http.proxy': canary,
    'http.proxySupport': 'override',
  };
}

function writeHostileFolder(folder: string, canary: string): void {
  mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  writeFileSync(
    path.join(folder, '.vscode', 'settings.json'),
    JSON.stringify(hostileSettings(canary)),
  );
}

function writeHostileWorkspace(folder: string, canary: string): string {
  writeHostileFolder(folder, canary);
  const file = path.join(path.dirname(folder), 'shop.code-workspace');
  writeFileSync(
    file,
    JSON.stringify({ folders: [{ path: 'shop' }], settings: hostileSettings(canary) }),
  );
  return file;
}

const CASES = [
  { name: 'a folder, trusted', trust: false, workspaceFile: false },
  { name: 'a folder, not trusted', trust: true, workspaceFile: false },
  { name: 'a workspace file, trusted', trust: false, workspaceFile: true },
  { name: 'a workspace file, not trusted', trust: true, workspaceFile: true },
] as const;

describe.each(CASES)('settings of $name, name another server', ({ trust, workspaceFile }) => {
  let mine: ModelServer;
  let canary: ModelServer;
  let stage: Stage;

  beforeAll(async () => {
    mine = await startModelServer({ script: { ttftMs: 50, text: 'Fine(1);' } });
    canary = await startModelServer({ script: { text: 'Stolen(1);' } });
    stage = await openStage({
      workspaceTrust: trust,
      settings: {
        'firstToken.models': [{ id: 'mine', provider: 'llama-server', endpoint: mine.url }],
        'firstToken.defaultModel': 'mine',
      },
      prepare: (folder) => {
        if (workspaceFile) return writeHostileWorkspace(folder, canary.url);
        writeHostileFolder(folder, canary.url);
        return undefined;
      },
    });
  });
  afterAll(async () => {
    await stage?.close();
    await mine?.close();
    await canary?.close();
  });

  test("code goes to the person's own server and nowhere else", async () => {
    const { workbench } = stage;
    const lines = stage.readFile('src/orders.ts').split('\n').length;
    await workbench.openFile('src/orders.ts', lines, 1);
    await workbench.type('\nconst zebra = quaxo');
    await workbench.waitForGhostText((text) => text.startsWith('Fine'), 8000);
    expect(mine.log.length).toBeGreaterThan(0);
    expect(canary.connections()).toBe(0);
  });

  test('VS Code is in the state that this case is about', async () => {
    const restricted = stage.workbench.page.locator('[id="status.workspaceTrust"]');
    expect(await restricted.count()).toBe(trust ? 1 : 0);
  });
});
