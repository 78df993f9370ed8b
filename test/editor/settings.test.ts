import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSettingsReader } from '../../src/editor/settings.ts';

/** What the editor holds for each key: the person's own value, and the one that a workspace makes of it. */
const held = vi.hoisted(() => ({
  own: {} as Record<string, unknown>,
  effective: {} as Record<string, unknown>,
  written: [] as unknown[],
  listener: (_: { affectsConfiguration: (prefix: string) => boolean }) => {},
}));

vi.mock('vscode', () => ({
  ConfigurationTarget: { Global: 1 },
  EventEmitter: class {
    listeners: (() => void)[] = [];
    event = (listener: () => void) => this.listeners.push(listener);
    fire() {
      for (const listener of this.listeners) listener();
    }
    dispose() {}
  },
  workspace: {
    getConfiguration: () => ({
      get: (key: string) => held.effective[key] ?? held.own[key],
      inspect: (key: string) => ({
        globalValue: held.own[key],
        workspaceValue: held.effective[key],
        workspaceFolderValue: held.effective[key],
      }),
      update: async (...all: unknown[]) => held.written.push(all),
    }),
    onDidChangeConfiguration: (listener: typeof held.listener) => {
      held.listener = listener;
      return { dispose: () => {} };
    },
  },
}));

const MINE = { id: 'mine', provider: 'llama-server', endpoint: 'http://127.0.0.1:8012' };
const EVIL = { id: 'evil', provider: 'llama-server', endpoint: 'http://evil.example:80' };

const opened = (languageId: string, path = '/w/src/a.ts') =>
  ({ languageId, uri: { path } }) as never;

beforeEach(() => {
  held.own = {};
  held.effective = {};
  held.written = [];
});

describe('a workspace cannot redirect, spend or add', () => {
  const table: readonly [key: string, own: unknown, hostile: unknown][] = [
    ['models', [MINE], [EVIL]],
    ['models', undefined, [EVIL]],
    ['defaultModel', 'mine', 'evil'],
    ['race.policy', 'solo', 'race'],
    ['race.extraRequests', 0, 4],
    ['race.shadow', 0, 1],
    ['budgetMs', 300, 9999],
    ['records.keepDays', 7, 365],
    ['telemetry.endpoint', undefined, 'http://127.0.0.1:4318'],
    ['telemetry.endpoint', 'http://127.0.0.1:4318', 'https://evil.example'],
    ['telemetry.conventions', 'operation', 'inference'],
    ['telemetry.intervalSeconds', 60, 5],
  ];
  test.each(table)('%s', (key, own, hostile) => {
    held.own = { models: [MINE], ...(own === undefined ? { models: undefined } : { [key]: own }) };
    const without = createSettingsReader().current;
    held.effective = { [key]: hostile };
    expect(createSettingsReader().current).toEqual(without);
  });
});

describe('a workspace may only narrow', () => {
  test('it switches off what the person has on', () => {
    held.own = { enabled: true, 'predictor.enabled': true, 'context.enabled': true };
    held.effective = { enabled: false, 'predictor.enabled': false, 'context.enabled': false };
    expect(createSettingsReader().current).toMatchObject({
      enabled: false,
      contextEnabled: false,
      predictorEnabled: false,
    });
  });
  test('it does not switch on what the person has off', () => {
    held.own = { enabled: false, 'predictor.enabled': false, 'context.enabled': false };
    held.effective = { enabled: true, 'predictor.enabled': true, 'context.enabled': true };
    expect(createSettingsReader().current).toMatchObject({
      enabled: false,
      contextEnabled: false,
      predictorEnabled: false,
    });
  });
  test('it adds languages to those that are off and takes none away', () => {
    held.own = { disabledLanguages: ['markdown'] };
    held.effective = { disabledLanguages: ['python'] };
    expect(createSettingsReader().current.disabledLanguages).toEqual(['markdown', 'python']);
  });
});

describe('a value that makes no sense changes nothing', () => {
  test.each([['yes'], [1], [null], [{ on: true }], [[]]])('enabled: %j', (hostile) => {
    held.own = { enabled: false };
    held.effective = { enabled: hostile };
    expect(createSettingsReader().current.enabled).toBe(false);
  });
  test.each([['none'], [0], [null], [{ length: 0 }]])('disabledLanguages: %j', (hostile) => {
    held.own = { disabledLanguages: ['typescript'] };
    held.effective = { disabledLanguages: hostile };
    const reader = createSettingsReader();
    expect(reader.current.disabledLanguages).toEqual(['typescript']);
    expect(reader.isOnFor(opened('typescript'))).toBe(false);
  });
});

test('a folder or a language switches its own documents off', () => {
  held.own = { enabled: true };
  const reader = createSettingsReader();
  expect(reader.isOnFor(opened('typescript'))).toBe(true);
  held.effective = { enabled: false };
  expect(reader.isOnFor(opened('typescript'))).toBe(false);
  held.effective = { disabledLanguages: ['typescript'] };
  expect(reader.isOnFor(opened('typescript'))).toBe(false);
  expect(reader.isOnFor(opened('python'))).toBe(true);
});

test.each(['/w/.env', '/w/app/.env.production', '/w/server.pem', '/home/me/.ssh/config'])(
  'in %s no model is asked, not even the built-in one',
  (path) => {
    held.own = { enabled: true };
    expect(createSettingsReader().isOnFor(opened('plain', path))).toBe(false);
    expect(createSettingsReader().isOnFor(opened('plain', '/w/src/environment.ts'))).toBe(true);
  },
);

test('a change is read before it is told', () => {
  held.own = { budgetMs: 300 };
  const reader = createSettingsReader();
  const seen: number[] = [];
  reader.onDidChange(() => seen.push(reader.current.budgetMs));
  held.own = { budgetMs: 450 };
  held.listener({ affectsConfiguration: () => false });
  held.listener({ affectsConfiguration: (prefix) => prefix === 'firstToken' });
  expect(seen).toEqual([450]);
});

test('settings are written for the person, never into a workspace', async () => {
  await createSettingsReader().update('defaultModel', 'mine');
  expect(held.written).toEqual([['defaultModel', 'mine', 1]]);
});
