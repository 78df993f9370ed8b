import { expect, test } from 'vitest';
import { MEASURED_TITLES, measuredNumbers } from '../../src/panel/measured-numbers.ts';
import { MODEL_NUMBER_TITLES, modelNumbers } from '../../src/panel/model-numbers.ts';
import { raceFacts } from '../../src/panel/race-facts.ts';
import { RACE_NUMBER_TITLES, raceNumbers } from '../../src/panel/race-numbers.ts';
import {
  emptySnapshot,
  hostileSnapshot,
  lane,
  manySnapshot,
  race,
  stoppedLane,
  typicalSnapshot,
} from '../support/panel-fixtures.ts';

const facts = raceFacts({ races: [], models: [] });
const all = [typicalSnapshot(), emptySnapshot(), manySnapshot(), hostileSnapshot()];

test('every row has one cell for each column, and a key of its own', () => {
  for (const { models, races, measured, budgetMs } of all) {
    for (const [rows, titles] of [
      [measuredNumbers(measured?.rows ?? []), MEASURED_TITLES],
      [modelNumbers(models, budgetMs), MODEL_NUMBER_TITLES],
      [raceNumbers(races, raceFacts({ races, models })), RACE_NUMBER_TITLES],
    ] as const) {
      for (const row of rows) expect(row.cells).toHaveLength(titles.length);
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    }
  }
});

test('a model’s row has the figures of its chart, intervals in brackets', () => {
  const { models } = typicalSnapshot();
  const row = modelNumbers(models, 300).find(({ key }) => key === 'codestral');
  expect(Object.fromEntries(MODEL_NUMBER_TITLES.map((t, i) => [t, row?.cells[i]]))).toMatchObject({
    'In time, %': '56 (52–60)',
    'From keystroke, p50 ms': '285',
    'TTFT, from send, p90 ms': '394',
    'Wins, of requests': '203 (of 544)',
    'A typical request by phase, ms':
      'wait 24, connecting 9, network 40 (derived), server 212 (not split)',
  });
});

test('a request’s row has the marks and the split phases of its waterfall', () => {
  const records = [lane('a', { processingMs: 32, server: {} }), stoppedLane('b', 147)];
  const [won, stopped] = raceNumbers([race(records)], facts);
  const titled = (cells: readonly string[] | undefined) =>
    Object.fromEntries(RACE_NUMBER_TITLES.map((t, i) => [t, cells?.[i]]));
  expect(titled(won?.cells)).toMatchObject({
    'Sent, ms': '24',
    'Connected, ms': 'warm',
    'From key, ms': '117',
    'TTFT, from send, ms': '93',
    'Phases, ms': 'wait 24, queue 8 (derived), prefill 85 (derived), first line 30, decode 132',
    Outcome: 'won',
  });
  expect(titled(stopped?.cells)).toMatchObject({
    'Phases, ms': 'wait 24, connecting 36, server ≥\u00A087',
    'From key, ms': '≥ 147',
    'Usable line, ms': '–',
  });
});

test('a keystroke that was answered without a request has a row with its headline', () => {
  const shown = { race: 'before', model: 'a', source: 'memory', chars: 3 } as const;
  expect(raceNumbers([race([], { shown, returnedMs: 2 })], facts)[0]?.cells.at(-1)).toBe(
    'shown at 2 ms from a, already in memory',
  );
});

test('a measured row has the prompt aimed at and counted, cold and repeated TTFT, intervals and requests', () => {
  const rows = typicalSnapshot().measured?.rows ?? [];
  const row = measuredNumbers(rows).at(-1);
  expect([row?.head, ...(row?.cells ?? [])]).toEqual([
    'coder-7b',
    (1024).toLocaleString(),
    '922',
    '190 (171–218)',
    '5',
    '74',
    '5',
    '–',
    '0',
    '2',
  ]);
  const uncounted = rows.map((each) => ({ ...each, promptTokensCounted: null }));
  expect(measuredNumbers(uncounted)[0]?.cells[1]).toBe('–');
});

test('rows of different measuring runs say of which, those of one run leave it to the caption', () => {
  const rows = typicalSnapshot().measured?.rows ?? [];
  expect(measuredNumbers(rows).map(({ head }) => head)).not.toContainEqual(
    expect.stringContaining(','),
  );
  const later = rows.map((each, i) => (i === 0 ? { ...each, at: each.at + 86_400_000 } : each));
  const heads = measuredNumbers(later).map(({ head }) => head);
  expect(heads.every((head) => /^(?:qwen-local|coder-7b), .*\d/.test(head))).toBe(true);
  expect(heads[0]).not.toBe(heads[1]);
});
