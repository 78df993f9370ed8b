import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalRecord } from '../../src/core/record.ts';
import { exportCsv, exportJsonLines } from '../../src/history/export.ts';
import { decodeLine } from '../../src/history/record-line.ts';
import { accept, failed, lane, race, shownText, spoken } from '../support/records.ts';

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

test('JSON Lines hold nothing that strayed onto a record', () => {
  const strayed = { ...race({ lanes: [lane()] }), prompt: 'CANARY' };
  expect([...exportJsonLines([strayed])].join('')).not.toContain('CANARY');
  expect(csv([strayed])).not.toContain('CANARY');
});

test('an empty history exports as a heading', () => {
  expect([...exportJsonLines([])]).toEqual([]);
  expect(csv([])).toMatch(/^race,time,language,[A-Za-z,]+\r\n$/);
});

test('each lane has a row, with its race repeated', () => {
  const shown = shownText({ race: 'r0', source: 'in-flight' });
  const rows = table([race({ returnedMs: 190, shown, lanes: [lane(), failed(40)] })]);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    race: 'r1',
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
    prefillMs: '80',
    queueMs: '',
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

test.each([
  ['=cmd|"/C calc"!A0'],
  ['+1'],
  ['-1+2'],
  ['@SUM(A1)'],
  ['\t=1'],
  [' =1'],
  ['\r=1'],
  ['＝1'],
])('the model name %j cannot run as a formula', (model) => {
  const [row] = table([race({ lanes: [lane({ model })] })]);
  expect(row?.['model']).toBe(`'${model}`);
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
      const inert = (given: string, cell = '') => cell === given || cell === `'${given}`;
      expect(inert(model, row[heading.indexOf('model')])).toBe(true);
      expect(inert(language, row[heading.indexOf('language')])).toBe(true);
    }),
  );
});
