import { beforeEach, expect, test, vi } from 'vitest';
import type { TelemetrySettings } from '../../src/core/settings.ts';
import { keyHolders, removeApiKey, setApiKey } from '../../src/editor/api-keys.ts';
import type { RosterModel } from '../../src/models/roster.ts';

/** What the editor showed, and what the person does: takes the last entry, types a key. */
const editor = vi.hoisted(() => ({
  items: [] as { label: string; description: string; detail?: string }[],
  said: [] as string[],
}));

vi.mock('vscode', () => ({
  window: {
    showInformationMessage: (text: string) => editor.said.push(text),
    showQuickPick: async (items: typeof editor.items) => {
      editor.items = items;
      return items.at(-1);
    },
    showInputBox: async () => ' sk-1 ',
  },
}));

const OFF: TelemetrySettings = { endpoint: '', conventions: 'operation', intervalSeconds: 60 };
const ON: TelemetrySettings = { ...OFF, endpoint: 'https://collector.example/otlp' };
const qwen: RosterModel = {
  id: 'qwen',
  provider: 'llama-server',
  detail: 'llama-server · gpu.example',
  origin: 'https://gpu.example',
};
const builtIn: RosterModel = { id: 'built-in', provider: 'embedded', detail: '', origin: null };

function setup() {
  const keys = new Map<string, string>();
  const secrets = {
    get: async (origin: string) => keys.get(origin),
    set: async (origin: string, key: string) => void keys.set(origin, key),
    remove: async (origin: string) => void keys.delete(origin),
  };
  return { keys, secrets: secrets as never };
}

beforeEach(() => {
  editor.items = [];
  editor.said = [];
});

test('a collector is listed beside the models, and its key is bound to its origin', async () => {
  const { keys, secrets } = setup();
  await setApiKey(secrets, keyHolders([qwen, builtIn], ON));
  expect(editor.items).toEqual([
    { label: 'https://gpu.example', description: 'qwen' },
    { label: 'https://collector.example', description: 'telemetry collector' },
  ]);
  expect([...keys]).toEqual([['https://collector.example', 'sk-1']]);
});

test('a collector can have a key without any model, and lose it again', async () => {
  const { keys, secrets } = setup();
  await setApiKey(secrets, keyHolders([builtIn], ON));
  expect(keys.size).toBe(1);
  await removeApiKey(secrets, keyHolders([builtIn], ON));
  expect(keys.size).toBe(0);
});

test('without a collector nobody is listed for it', async () => {
  const { keys, secrets } = setup();
  await setApiKey(secrets, keyHolders([builtIn], OFF));
  expect(editor.items).toEqual([]);
  expect(editor.said).toEqual([expect.stringMatching(/^No model is set up yet/)]);
  expect(keys.size).toBe(0);
});
