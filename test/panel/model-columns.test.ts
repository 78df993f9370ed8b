import { describe, expect, test } from 'vitest';
import type { ModelSummary } from '../../src/core/protocol.ts';
import { besideColumns } from '../../src/panel/beside-columns.ts';
import { LABEL_PX, layoutFor } from '../../src/panel/layout.ts';
import { type ColumnKey, MODEL_COLUMNS } from '../../src/panel/model-columns.ts';
import {
  emptySnapshot,
  model,
  percentiles,
  share,
  slowSnapshot,
  typicalSnapshot,
} from '../support/panel-fixtures.ts';

function cell(key: ColumnKey, part: Partial<ModelSummary> = {}) {
  const column = MODEL_COLUMNS.find((candidate) => candidate.key === key);
  if (column === undefined) throw new Error(`no column ${key}`);
  return column.cell(model('m', part), 300);
}

test('in time carries its interval under it and its sample in the hint', () => {
  expect(cell('inTime', { inTime: share(305, 544) })).toMatchObject({
    text: '56',
    sub: '52–60',
    tone: 'strong',
    hint: expect.stringContaining('544 requests'),
  });
});

test('in time says which requests it leaves out; of the predictor it is how often it speaks', () => {
  expect(cell('inTime').hint).toMatch(
    /empty answers in time and requests stopped early are left out\.$/,
  );
  expect(cell('inTime', { provider: 'embedded' }).hint).toBe(
    'How often it speaks when asked afresh: 95 % interval from 400 requests.',
  );
});

describe('percentiles', () => {
  const censored = percentiles({ p50Ms: 340, p90Ms: 800, n: 60, censored: 12 });

  test('are late against the budget only when they count from the keystroke', () => {
    expect(cell('keyP50', { fromKey: censored })).toEqual({ text: '340', tone: 'late' });
    expect(cell('ttftP50', { ttft: censored })).toEqual({ text: '340' });
  });

  test('carry their 95 % interval under them', () => {
    const fromKey = percentiles({ p50Ms: 119, p50Interval: { lowMs: 115, highMs: 123 }, n: 604 });
    expect(cell('keyP50', { fromKey })).toEqual({ text: '119', sub: '115–123' });
  });
});

test('estimated counts are marked, and say how they were estimated', () => {
  const estimated = cell('tps', { tps: 156, tpsEstimated: true });
  expect(estimated.text).toBe('≈\u00A0156');
  expect(estimated.hint).toBe(
    'Partly estimated from characters: stopped requests, and servers that report no count.',
  );
  expect(cell('tps', { tps: 156 }).text).toBe('156');
  expect(cell('wasted', { wastedTokens: 0, wastedEstimated: true }).text).toBe('0');
});

test('errors are a share with its count, and red from one in ten', () => {
  expect(cell('errors', { errors: 41, requests: 41 })).toEqual({
    text: '100',
    sub: '41',
    tone: 'bad',
  });
  expect(cell('errors', { errors: 3, requests: 400 })).not.toHaveProperty('tone');
});

test('stopped requests say how many are known only as "at least"', () => {
  const ttft = percentiles({ p50Ms: 90, p90Ms: 120, n: 400, censored: 31 });
  expect(cell('stopped', { stopped: 121, ttft }).hint).toContain('31 before the first token');
});

test('a model that was never asked has no figures at all, not zeros', () => {
  const [unused] = emptySnapshot().models;
  if (unused === undefined) throw new Error('the empty snapshot has one model');
  for (const column of MODEL_COLUMNS) {
    expect([column.key, column.cell(unused, 300).text]).toEqual([column.key, '–']);
  }
});

test('no head is cut in two by a hyphen', () => {
  for (const { head } of MODEL_COLUMNS) expect(head.join(' ')).not.toMatch(/-(?: |$)/);
});

describe('the columns beside the plot', () => {
  const { models } = typicalSnapshot();
  const keys = (widthPx: number, of = models) =>
    besideColumns(layoutFor(widthPx), of, 300).columns.map(({ key }) => key);

  test.each([1100, 721])('fit beside it at %i px, with room for the button', (widthPx) => {
    for (const each of [models, slowSnapshot().models]) {
      const layout = layoutFor(widthPx);
      const needed = besideColumns(layout, each, 300).columns.reduce((px, c) => px + c.widthPx, 0);
      // "Open Settings" at 13 px, the longest of the buttons.
      expect(layout.contentPx - LABEL_PX - layout.plotPx - needed).toBeGreaterThanOrEqual(88);
    }
  });

  test('are all there on a wide panel, and the deciding ones on a smaller one', () => {
    expect(keys(1100)).toEqual([
      'inTime',
      'keyP50',
      'keyP90',
      'ttftP50',
      'tps',
      'wins',
      'errors',
      'wasted',
    ]);
    expect(keys(900)).toEqual(['inTime', 'keyP50', 'keyP90']);
  });

  test('are the deciding ones where the others would run into each other', () => {
    const huge = models.map((each) => ({ ...each, wastedTokens: 123_456_789 }));
    expect(keys(1100, huge)).toEqual(['inTime', 'keyP50', 'keyP90']);
    expect(keys(1300, huge)).toContain('wasted');
    expect(besideColumns(layoutFor(1100), huge, 300).complete).toBe(false);
  });
});
