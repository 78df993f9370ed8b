import { beforeEach, expect, test, vi } from 'vitest';
import { createFigures } from '../../src/core/measure/figures.ts';
import { MAX_RECORDS, MAX_REQUESTS } from '../../src/core/measure/newest-records.ts';
import type { JournalRecord } from '../../src/core/record.ts';
import { renderReport } from '../../src/editor/report.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { failed, lane, race, shownText } from '../support/records.ts';

const editor = vi.hoisted(() => ({ remoteName: undefined as string | undefined }));

vi.mock('vscode', () => ({
  version: '1.105.1',
  ExtensionKind: { UI: 1, Workspace: 2 },
  env: {
    appName: 'Some Editor',
    appHost: 'desktop',
    get remoteName() {
      return editor.remoteName;
    },
  },
}));

vi.mock('node:os', () => ({
  cpus: () => [{ model: 'Some CPU @ 3.0GHz' }, { model: 'Some CPU @ 3.0GHz' }],
  totalmem: () => 8 * 1024 ** 3,
  type: () => 'Linux',
  release: () => '6.1.0',
  arch: () => 'x64',
  hostname: () => 'secret-host',
  homedir: () => '/home/secret',
  userInfo: () => ({ username: 'secret' }),
}));

beforeEach(() => {
  editor.remoteName = undefined;
});

const records: readonly JournalRecord[] = [
  race({ returnedMs: 180, shown: shownText(), lanes: [lane()] }),
  race({ id: 'r2', silence: 'failed', lanes: [failed(40)] }),
];

function setup(extensionKind = 1, kept: readonly JournalRecord[] = records) {
  const limits: (number | undefined)[] = [];
  const report = () =>
    renderReport({
      clock: createFakeClock(),
      engine: {
        models: [
          {
            id: 'qwen',
            provider: 'llama-server',
            detail: 'llama-server · gpu.example:8012',
            origin: 'http://gpu.example:8012',
          },
        ],
        defaultModel: 'qwen',
        figures: {
          faults: new Map([['qwen', { message: 'Nothing listens at gpu.example.', since: 0 }]]),
        },
      } as never,
      records: {
        load: async (limit) => {
          limits.push(limit);
          return kept;
        },
      },
      settings: { current: { budgetMs: 250, racePolicy: 'adaptive' } as never },
      extension: { packageJSON: { version: '9.9.9' }, extensionKind } as never,
    });
  return { report, limits };
}

test('a race of many models counts by its requests, as in the panel', async () => {
  const lanes = Array.from({ length: 30 }, (_, index) => lane({ model: `m${index}` }));
  const races = Array.from({ length: 400 }, (_, at) => race({ id: `r${at}`, at, lanes }));
  const panel = createFigures();
  panel.load(races);
  const { totals } = panel.summary({ models: [], defaultModel: 'm0', budgetMs: 250 });
  const text = await setup(1, races).report();
  expect(totals.keystrokes).toBe(Math.floor(MAX_REQUESTS / 30));
  expect(text).toContain(`${totals.keystrokes} keystrokes, 9,990 requests over the network`);
});

test('the figures are of the records on disk, judged by the budget of now', async () => {
  const { report, limits } = setup();
  const text = await report();
  expect(limits).toEqual([MAX_RECORDS]);
  expect(text).toContain('2 records: 2 keystrokes, 2 requests over the network');
  expect(text).toContain('First Token 9.9.9 · budget 250 ms');
  expect(text).toContain('| `qwen` (default, failing now) | llama-server |');
  expect(text).toContain('1 of 2: 1 http 500');
});

test('the machine is described and never named, nor is any endpoint', async () => {
  const text = await setup().report();
  expect(text).toContain('- Processor: `Some CPU @ 3.0GHz`, 2 cores, 8.0 GiB memory');
  expect(text).toContain(`- System: \`Linux 6.1.0 x64\`, Node.js \`${process.versions.node}\``);
  expect(text).toContain('`Some Editor 1.105.1 (desktop)`, no remote window');
  expect(text).not.toMatch(/gpu\.example|secret/);
});

test.each([
  ['ssh-remote', 2, "remote window (ssh-remote), First Token on the remote's side"],
  ['wsl', 1, "remote window (wsl), First Token on the person's side"],
  ['build.example:8443', 2, "remote window, First Token on the remote's side"],
])('a window of the remote %s says where First Token runs', async (remoteName, kind, words) => {
  editor.remoteName = remoteName;
  const text = await setup(kind).report();
  expect(text).toContain(words);
  expect(text).not.toContain('build.example');
});
