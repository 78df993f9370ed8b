import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalRecord } from '../../src/core/record.ts';
import { exportCsv, exportJsonLines } from '../../src/history/export.ts';
import { decodeLine } from '../../src/history/record-line.ts';
import {
  accept,
  failed,
  lane,
  measurement,
  mute,
  race,
  shownText,
  spoken,
} from '../support/records.ts';

const csv = (records: readonly JournalRecord[]) => [...exportCsv(records)].join('');

/** A reader of RFC 4180, independent of the writer. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The rows as objects by the heading's names. */
function table(records: readonly JournalRecord[]): Record<string, string>[] {
  const [heading = [], ...rows] = parseCsv(csv(records));
  return rows.map((row) => Object.fromEntries(heading.map((name, i) => [name, row[i] ?? ''])));
}

test('JSON Lines are the records as they are on disk', () => {
  const records = [race({ lanes: [lane(), spoken(1)] }), accept()];
  const lines = [...exportJsonLines(records)].join('').trimEnd().split('\n');
  expect(lines.map(decodeLine)).toEqual(records.map((record) => ({ kind: 'record', record })));
});

test('JSON Lines hold measuring requests and every curve, and can be read back', () => {
  const curve = [
    [120, 1, 4, 1],
    [320, 21, 80, 21],
  ] as const;
  const records = [measurement({ lane: lane({ dispatchedMs: 0, curve }) })];
  const [line = ''] = exportJsonLines(records);
  expect(decodeLine(line.trimEnd())).toEqual({ kind: 'record', record: records[0] });
});

test('JSON Lines hold nothing that strayed onto a record', () => {
  const strayed = { ...race({ lanes: [lane()] }), prompt: 'CANARY' };
  expect([...exportJsonLines([strayed])].join('')).not.toContain('CANARY');
  expect(csv([strayed])).not.toContain('CANARY');
});

test('an empty history exports as a heading', () => {
  expect([...exportJsonLines([])]).toEqual([]);
  expect(csv([])).toMatch(/^purpose,race,measurement,time,[A-Za-z,]+\r\n$/);
});

test('each lane has a row, with its race repeated', () => {
  const shown = shownText({ race: 'r0', source: 'in-flight' });
  const rows = table([race({ returnedMs: 190, shown, lanes: [lane(), failed(40)] })]);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    purpose: 'typing',
    race: 'r1',
    measurement: '',
    time: '2027-01-15T08:00:00.000Z',
    returnedMs: '190',
    shownRace: 'r0',
    shownModel: 'qwen',
    shownSource: 'in-flight',
    shownChars: '80',
    silence: '',
    acceptedChars: '',
    model: 'qwen',
    outcome: 'finished',
    errorCode: '',
    reusedConnection: 'true',
    processingMs: '',
    firstTokenMs: '120',
    ttftMs: '100',
    completionTokens: '21',
    reportedPrefillMs: '80',
    reportedQueueMs: '',
    confidence: '',
  });
  expect(rows[1]).toMatchObject({
    race: 'r1',
    outcome: 'failed',
    errorCode: 'http',
    errorStatus: '500',
    firstTokenMs: '',
    ttftMs: '',
  });
});

test('a measuring request has a row of its own, with what it aimed at', () => {
  const records = [
    race({ lanes: [lane()] }),
    measurement({ lane: lane({ dispatchedMs: 0, connectedMs: 2 }) }),
    measurement({ id: 'm2', step: { promptTokens: 512, outputTokens: 32, cache: 'warm-up' } }),
  ];
  const rows = table(records);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({ purpose: 'typing', run: '', cacheAimed: '' });
  expect(rows[1]).toMatchObject({
    purpose: 'measured',
    race: '',
    measurement: 'm1',
    time: '2027-01-15T08:00:00.000Z',
    language: '',
    policy: '',
    askedMs: '',
    run: 'run1',
    promptTokensAimed: '512',
    outputTokensAimed: '32',
    cacheAimed: 'cold',
    model: 'qwen',
    promptTokens: '900',
    ttftMs: '120',
    phaseWaitMs: '0',
  });
  expect(rows[2]).toMatchObject({ measurement: 'm2', cacheAimed: 'warm-up' });
});

test('the phases of a request stand in its row with how each is known, apart from what was reported', () => {
  const [row = {}] = table([
    race({
      lanes: [
        lane({ roundTripMs: 1.5, server: { queueMs: 7, prefillMs: 80, ttftMs: 90, totalMs: 290 } }),
      ],
    }),
  ]);
  expect(row).toMatchObject({
    phaseWaitMs: '20',
    phaseWaitFrom: 'derived',
    phaseConnectMs: '2',
    phaseConnectFrom: 'derived',
    phaseNetworkMs: '1.5',
    phaseNetworkFrom: 'derived',
    phaseQueueMs: '7',
    phaseQueueFrom: 'server',
    phaseQueuePlusMinusMs: '',
    phaseLoadMs: '',
    phaseLoadFrom: '',
    phasePrefillMs: '80',
    phasePrefillFrom: 'server',
    phaseServerMs: '9.5',
    phaseServerFrom: 'derived',
    reportedQueueMs: '7',
    reportedLoadMs: '',
    reportedPrefillMs: '80',
    reportedTtftMs: '90',
    reportedTotalMs: '290',
  });
});

test('a queue that is only estimated says so, and how far off it may be', () => {
  const asked = (firstTokenMs: number, i: number) =>
    race({
      id: `r${i}`,
      at: i,
      lanes: [
        lane({
          connectedMs: 20,
          firstTokenMs: firstTokenMs + (i % 5),
          usage: { promptTokens: 900, cachedTokens: 400 + (i % 3) * 100 },
          server: {},
        }),
      ],
    });
  const rows = table([...Array.from({ length: 60 }, (_, i) => asked(120, i)), asked(1120, 60)]);
  const queued = rows.at(-1) ?? {};
  expect(queued).toMatchObject({ phaseQueueFrom: 'estimated', reportedQueueMs: '' });
  expect(Math.abs(Number(queued['phaseQueueMs']) - 1000)).toBeLessThan(20);
  expect(Number(queued['phaseQueuePlusMinusMs'])).toBeGreaterThan(0);
  expect(Number(queued['phaseQueuePlusMinusMs'])).toBeLessThan(20);
});

test('a report that cannot be true is in the row as reported, and in no phase', () => {
  const [row] = table([race({ lanes: [lane({ server: { queueMs: 5000 } })] })]);
  expect(row).toMatchObject({ reportedQueueMs: '5000', phaseQueueMs: '', phaseServerMs: '98' });
});

test('the phases of a row add up to its first token, or to the end of a request without one', () => {
  const lanes = [
    lane({ dispatchedMs: 20.13, connectedMs: 22.51, firstTokenMs: 120.35, roundTripMs: 0.32 }),
    lane({ processingMs: 60, server: {} }),
    mute({ outcome: 'stopped', endMs: 88.8 }),
    failed(40),
    spoken(1.25),
  ];
  const rows = table([race({ lanes })]);
  expect(rows).toHaveLength(lanes.length);
  for (const row of rows) {
    const phases = Object.entries(row).filter(([name]) => /^phase[A-Z][a-z]+Ms$/.test(name));
    const sum = phases.reduce((total, [, ms]) => total + Number(ms), 0);
    expect(phases).toHaveLength(7);
    // Each is rounded to hundredths.
    expect(sum).toBeCloseTo(Number(row['firstTokenMs'] || row['endMs']), 1);
  }
});

test('a rate says whether its tokens were counted by the server or estimated from characters', () => {
  const [counted, guessed, mutely, built] = table([
    race({
      lanes: [
        lane(),
        lane({ model: 'other', usage: {}, chars: 72 }),
        mute({ model: 'other' }),
        spoken(1),
      ],
    }),
  ]);
  // 20 tokens after the first of 21 in 200 ms; all 21 in the 300 ms from the dispatch.
  expect(counted).toMatchObject({ tps: '100', endToEndTps: '70', tpsFrom: 'server' });
  // 72 characters are 20 tokens at 3.6, of which the first of 21 pieces held its least, one.
  expect(guessed).toMatchObject({ tps: '95', endToEndTps: '66.67', tpsFrom: 'estimated' });
  for (const row of [mutely, built]) expect(row).toMatchObject({ tps: '', tpsFrom: '' });
});

test('a column with the name of a field of a request holds that field as it is recorded', () => {
  const recorded = lane({ roundTripMs: 3, waitingMs: 70, processingMs: 80, confidence: 0.5 });
  const [row = {}] = table([race({ lanes: [recorded] })]);
  const fields = Object.entries(recorded).filter(([, value]) => typeof value !== 'object');
  expect(fields.length).toBeGreaterThan(15);
  for (const [name, value] of fields) expect([name, row[name]]).toEqual([name, String(value)]);
});

test('a time that no calendar has costs its cell only', () => {
  expect(table([race({ at: 1e300 })])[0]).toMatchObject({ race: 'r1', time: '' });
});

test('a race without requests keeps its row', () => {
  const [row, ...more] = table([race({ silence: 'no-model' })]);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ race: 'r1', silence: 'no-model', model: '', outcome: '' });
});

test('acceptances join their race wherever they stand', () => {
  const records = [
    accept({ chars: 5 }),
    race({ lanes: [lane()] }),
    accept({ chars: 7 }),
    race({ id: 'r2' }),
    accept({ race: 'unknown' }),
  ];
  expect(table(records).map((row) => row['acceptedChars'])).toEqual(['12', '']);
});

test.each([['=cmd|"/C calc"!A0'], ['+1'], ['-1+2'], ['@SUM(A1)'], [' =1'], ['＝1']])(
  'the model name %j cannot run as a formula',
  (model) => {
    const [row] = table([race({ lanes: [lane({ model })] })]);
    expect(row?.['model']).toBe(`'${model}`);
  },
);

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a; =1', "a;' =1"],
  ['a;"=1"', 'a;"\'=1"'],
  ['a\t@x', "a\t'@x"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['a\n-1', "a\n'-1"],
  ['a,+1', "a,'+1"],
  [';', ';'],
  ['a;b-1', 'a;b-1'],
])('nor %j where a spreadsheet cuts at another mark', (model, inert) => {
  const records = [race({ lanes: [lane({ model })] })];
  expect(table(records)[0]?.['model']).toBe(inert);
  expect(csv(records)).toContain(`"${inert.replaceAll('"', '""')}"`);
  for (const cell of csv(records).split(/[;\t,\r\n]/)) {
    if (!/^-?[\d.]+$/.test(cell)) expect(cell).not.toMatch(/^["\s]*[=+@-]/);
  }
});

test('before the first row others get the turn', () => {
  const records = Array.from({ length: 20 }, () => race({ lanes: [lane()] }));
  const parts = [...exportCsv(records)];
  const firstRow = parts.findIndex((part, index) => index > 0 && part !== '');
  expect(firstRow).toBeGreaterThan(20);
});

test('a negative number stays a number', () => {
  expect(csv([race({ askedMs: -3 })])).toContain(',-3,');
});

test('commas, quotes and line ends are quoted', () => {
  const model = 'a,"b"\r\nc';
  expect(csv([race({ lanes: [lane({ model })] })])).toContain('"a,""b""\r\nc"');
  expect(table([race({ lanes: [lane({ model })] })])[0]?.['model']).toBe(model);
});

test('any name comes back from the CSV, and every row has every column', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (model, language) => {
      const text = csv([race({ language, lanes: [lane({ model })] })]);
      const [heading = [], row = [], ...more] = parseCsv(text);
      expect(more).toEqual([]);
      expect(row).toHaveLength(heading.length);
      const bare = (text = '') => text.replaceAll("'", '');
      expect(bare(row[heading.indexOf('model')])).toBe(bare(model));
      expect(bare(row[heading.indexOf('language')])).toBe(bare(language));
    }),
  );
});
