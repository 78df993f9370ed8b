import { expect, test } from 'vitest';
import { summarize } from '../../src/core/measure/summary.ts';
import type { JournalRecord } from '../../src/core/record.ts';
import { exportCsv, exportJsonLines } from '../../src/history/export.ts';
import { markdownReport } from '../../src/history/markdown-report.ts';
import {
  accept,
  failed,
  lane,
  measurement,
  race,
  shownText,
  spoken,
  stopped,
} from '../support/records.ts';
import { withCanary } from '../support/with-canary.ts';

/** What a request knows and a record must not: under these names it would stray onto one. */
const CANARIES = {
  prompt: 'CANARY const apiKey = 1',
  prefix: 'CANARY',
  suffix: 'CANARY',
  text: 'CANARY',
  path: '/home/CANARY/secret.ts',
  documentUri: 'file:///CANARY',
  endpoint: 'https://canary.example',
  message: 'CANARY',
};

const clean: readonly JournalRecord[] = [
  race({
    returnedMs: 190,
    shown: shownText(),
    lanes: [lane({ roundTripMs: 1 }), failed(40), stopped(90), spoken(1)],
  }),
  ...Array.from({ length: 60 }, (_, i) => race({ id: `r${i + 2}`, lanes: [lane()] })),
  accept(),
  measurement({ lane: lane({ dispatchedMs: 0, curve: [[120, 1, 4, 1]] }) }),
];
const strayed = clean.map((record) => withCanary(record, CANARIES) as JournalRecord);

/** Details and faults name hosts, as they do in the panel. */
const report = (records: readonly JournalRecord[]) =>
  markdownReport({
    records,
    summary: summarize(records, {
      models: [
        { id: 'qwen', provider: 'llama-server', detail: 'llama-server · canary.example:8012' },
        { id: 'built-in', provider: 'embedded', detail: 'predictor, CANARY' },
      ],
      defaultModel: 'qwen',
      budgetMs: 300,
      faults: new Map([['qwen', { message: 'Nothing listens at canary.example.', since: 0 }]]),
    }),
    budgetMs: 300,
    policy: 'adaptive',
    writtenAt: 1_800_000_100_000,
    version: '0.1.0',
    machine: {
      cpu: 'Some CPU',
      cores: 2,
      memoryBytes: 2 ** 32,
      os: 'Linux 6.1 x64',
      node: '22.19.0',
      editor: 'VS Code 1.105.0',
      where: 'on this machine',
    },
  });

test.each([
  ['JSON Lines', (records: readonly JournalRecord[]) => [...exportJsonLines(records)].join('')],
  ['CSV', (records: readonly JournalRecord[]) => [...exportCsv(records)].join('')],
  ['the report', report],
])('neither code nor prompts, paths or endpoints reach %s', (_, render) => {
  expect(JSON.stringify(strayed).match(/canary/gi)?.length).toBeGreaterThan(1000);
  const text = render(strayed);
  expect(text).toContain('qwen');
  expect(text).not.toMatch(/canary/i);
  expect(text).toBe(render(clean));
});
