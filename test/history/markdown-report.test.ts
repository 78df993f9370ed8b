import { expect, test } from 'vitest';
import type { Summary } from '../../src/core/measure/summary.ts';
import { summarize } from '../../src/core/measure/summary.ts';
import type { MeasuredRow } from '../../src/core/protocol.ts';
import type { JournalRecord } from '../../src/core/record.ts';
import { markdownReport, type ReportInput } from '../../src/history/markdown-report.ts';
import {
  builtIn,
  decode,
  FIXTURE_NOW,
  model,
  percentiles,
  phase,
  snapshot,
  speed,
  typicalSnapshot,
} from '../support/panel-fixtures.ts';
import { accept, failed, lane, measurement, race, spoken } from '../support/records.ts';

const machine = {
  cpu: 'AMD EPYC 7B13',
  cores: 8,
  memoryBytes: 16 * 1024 ** 3,
  os: 'Linux 6.1.0 x64',
  node: '22.19.0',
  editor: 'Visual Studio Code 1.105.1',
  where: 'on this machine',
};

function report(summary: Summary, changes: Partial<ReportInput> = {}): string {
  return markdownReport({
    records: [],
    summary,
    budgetMs: 300,
    policy: 'adaptive',
    writtenAt: FIXTURE_NOW,
    version: '0.1.0',
    machine,
    ...changes,
  });
}

/** Cells of a row, by a reader of its own: a bar behind a single backslash is no edge. */
const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
/** The table under a heading of its first column, as objects. */
function rowsWith(text: string, heading: string): Record<string, string>[] {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('| Model |') && line.includes(heading));
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('|'));
  const [titles = [], , ...rows] = lines.slice(at, end).map(cellsOf);
  for (const row of rows) expect(row).toHaveLength(titles.length);
  return rows.map((row) => Object.fromEntries(titles.map((title, i) => [title, row[i] ?? ''])));
}

test('a report says what was asked, when, with which budget and policy', () => {
  const records: JournalRecord[] = [
    race({ at: FIXTURE_NOW - 60_000, lanes: [lane(), spoken(1)] }),
    race({ at: FIXTURE_NOW - 50_000, policy: 'race' }),
    measurement({ at: FIXTURE_NOW - 40_000 }),
    accept({ at: FIXTURE_NOW }),
  ];
  const text = report(typicalSnapshot(), { records });
  expect(text).toContain(
    '2026-03-02 14:31 UTC · First Token 0.1.0 · budget 300 ms from the keystroke · policy adaptive (race for 1 keystroke)',
  );
  expect(text).toContain(
    '2026-03-02 14:30 UTC to 2026-03-02 14:31 UTC, 4 records: 2 keystrokes, 1 request over the network, 1 measuring request, 1 acceptance. Text within 300 ms for 69 % (67–71) of 1,948 keystrokes that waited for it, median 138 ms, 1.5 requests per text, 31 % of answer tokens wasted.',
  );
});

test('each model has a row with its figures, intervals and samples', () => {
  const text = report(
    snapshot({
      models: [
        model('qwen', {
          isDefault: true,
          ttft: percentiles({
            p50Ms: 119,
            p50Interval: { lowMs: 112, highMs: 127 },
            p90Ms: 202,
            n: 1204,
            censored: 31,
          }),
          queue: { p50Ms: 12, p90Ms: 30, n: 40, from: 'estimated', plusMinusMs: 5 },
          decode: decode({ earlyTps: 98, lateTps: 71, tokensFrom: 'server' }),
          cache: { hitShare: 0.94, cachedTokens: 940, promptTokens: 1000, n: 9, from: 'server' },
          wastedEstimated: true,
        }),
        builtIn(),
      ],
    }),
    { records: [race({ lanes: [failed(9, { model: 'qwen' }), failed(9)] })] },
  );
  const [first, second] = rowsWith(text, 'TTFT');
  expect(first).toEqual({
    Model: '`qwen` (default)',
    Provider: 'openai-completions',
    'TTFT p50 (95 %), ms': '119 (112–127)',
    'TTFT p90 (95 %), ms': '202',
    n: '1,204, 31 of them stopped',
    'In time (300 ms)': '90 % (87–93) of 400',
    'Queue p50, ms': '≈ 12 ± 5 (estimated) of 40',
    'TPS, early → late': '98 → 71 at token 512',
    'Prompt from cache': '94 % (server)',
    Errors: '3 of 400: 2 http 500',
    'Wasted tokens': '≈ 3,210',
  });
  expect(second).toMatchObject({
    Model: '`built-in`',
    'Queue p50, ms': '–',
    'TPS, early → late': '–',
    'Prompt from cache': '–',
    Errors: '0 of 1,948',
  });
});

test('a model that thinks has its first answer beside its first token', () => {
  const thinks = model('r1', { firstAnswer: percentiles({ p50Ms: 2400 }) });
  const rows = rowsWith(report(snapshot({ models: [thinks, model('qwen')] })), 'TTFT');
  expect(rows.map((row) => row['First answer p50, ms'])).toEqual(['2,400', '–']);
  expect(report(snapshot({ models: [model('qwen')] }))).not.toContain('First answer');
});

test('the phases of a typical request say how each is known, and add up', () => {
  const text = report(
    snapshot({
      models: [
        model('qwen', {
          segments: [
            phase('wait', 24),
            phase('queue', 41, 'estimated', 19),
            phase('prefill', 88, 'server'),
          ],
        }),
        model('new', { segments: null }),
      ],
    }),
  );
  expect(rowsWith(text, 'wait')).toEqual([
    {
      Model: '`qwen`',
      wait: '24 (derived)',
      queue: '≈ 41 ± 19 (estimated)',
      prefill: '88 (server)',
      together: '153',
    },
  ]);
});

test('measured rows have their prompt as counted, the time of their run, and an estimated rate its mark', () => {
  const row: MeasuredRow = {
    model: 'qwen',
    at: FIXTURE_NOW,
    promptTokens: 2048,
    promptTokensCounted: 1848,
    cold: percentiles({ p50Ms: 400, p50Interval: { lowMs: 380, highMs: 420 }, n: 6 }),
    repeated: percentiles({ p50Ms: 80, n: 5 }),
    tps: 92,
    tpsEstimated: true,
    silent: 0,
    errors: 1,
  };
  const other = {
    model: 'mute',
    at: FIXTURE_NOW - 86_400_000,
    promptTokensCounted: null,
    silent: 3,
  };
  const measured = (rows: readonly MeasuredRow[]) =>
    report(snapshot({ measured: { at: FIXTURE_NOW, rows } }));
  const text = measured([row, { ...row, ...other }]);
  expect(text).toContain(
    '| `qwen` | 2,048 | 1,848 | 400 (380–420) | 6 | 80 | 5 | ≈ 92 | 0 | 1 | 2026-03-02 14:31 UTC |',
  );
  expect(text).toContain(
    '| `mute` | 2,048 | – | 400 (380–420) | 6 | 80 | 5 | ≈ 92 | 3 | 1 | 2026-03-01 14:31 UTC |',
  );
  expect(text).toContain('An answer of nothing has no first token');
  expect(measured([row])).not.toContain('An answer of nothing');
  expect(text).toContain('TPS is that of the longest answers.');
  expect(report(snapshot())).not.toContain('Measured on purpose');
});

test('a job is first in bold only where that is beyond chance, and a guess is marked', () => {
  const quick = model('quick', { speed: speed([100, 0, 2, 0], { longestPromptTokens: 8000 }) });
  const slow = model('slow', { speed: speed([900, 0, 20, 0], { longestOutputTokens: 64 }) });
  const near = model('near', { speed: speed([101, 0, 2, 0], { draws: [] }) });
  const jobs = (models: ReturnType<typeof model>[]) =>
    rowsWith(report(snapshot({ models })), 'inline').map((row) => Object.values(row).slice(1));
  expect(jobs([slow, quick])).toEqual([
    ['1.50 (1.43–1.57)', '≈ 10.5'],
    ['**0.16 (0.15–0.17)**', '1.06 (1.01–1.11)'],
  ]);
  expect(jobs([near, quick]).flat().join()).not.toContain('**');
  expect(jobs([quick]).flat().join()).not.toContain('**');
});

test('a fresh machine has a report without figures, and no empty tables', () => {
  const summary = summarize([], {
    models: [{ id: 'built-in', provider: 'embedded', detail: '' }],
    defaultModel: 'built-in',
    budgetMs: 300,
    faults: new Map(),
  });
  const text = report(summary);
  expect(text).toContain('Nothing was recorded yet.');
  expect(rowsWith(text, 'TTFT')).toMatchObject([{ 'TTFT p50 (95 %), ms': '–', n: '0' }]);
  expect(text.match(/^\| Model/gm)).toHaveLength(1);
  expect(text).not.toMatch(/NaN|null|undefined|Infinity/);
});

test('the machine and where definitions stand are told', () => {
  const text = report(typicalSnapshot());
  expect(text).toContain('- Processor: `AMD EPYC 7B13`, 8 cores, 16.0 GiB memory');
  expect(text).toContain('- System: `Linux 6.1.0 x64`, Node.js `22.19.0`');
  expect(text).toContain('- Editor: `Visual Studio Code 1.105.1`, on this machine');
  expect(text).toContain('docs/figures.md');
});

test.each([
  ['a|b'],
  ['a\\|b'],
  ['`|`'],
  ['x\n| --- |\n# Title'],
  ['<img src=x onerror=alert(1)>'],
  ['@everyone ![x](http://evil.example/x.png)'],
])('the model name %j breaks no table and is no markup', (id) => {
  const hostile = model(id, { speed: speed([100, 0, 2, 0]) });
  const text = report(snapshot({ models: [hostile, model('qwen')] }));
  const rows = rowsWith(text, 'TTFT');
  expect(rows.map(({ Provider }) => Provider)).toEqual([
    'openai-completions',
    'openai-completions',
  ]);
  expect(rows[0]?.['Model']).toMatch(/^(`+).*\1$/);
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(5);
});
