import { describe, expect, test } from 'vitest';
import { decide, type LaneView, type RaceView } from '../../../src/core/race/arbiter.ts';

const TEXT = { type: 'text', text: 'x', replaceAfter: 0, complete: true } as const;
const GROWING = { ...TEXT, complete: false } as const;
const PENDING = { type: 'none', why: 'pending' } as const;
const EMPTY = { type: 'none', why: 'empty' } as const;
const REPEATS = { type: 'none', why: 'repeats-suffix' } as const;

function lane(view: Partial<LaneView>): LaneView {
  return {
    embedded: false,
    ended: false,
    failed: false,
    usable: PENDING,
    partial: null,
    typedAlong: false,
    firstLineAtMs: null,
    confidence: null,
    ...view,
  };
}
const predictor = (confidence: number): LaneView =>
  lane({ embedded: true, ended: true, usable: TEXT, confidence, firstLineAtMs: 1 });
const silentPredictor = lane({ embedded: true, ended: true, usable: EMPTY });
const failed = lane({ ended: true, failed: true });
const waiting = lane({});

function at(nowMs: number, lanes: readonly LaneView[]): ReturnType<typeof decide> {
  const view: RaceView = {
    nowMs,
    deadlineAtMs: 280,
    alongAtMs: 40,
    patienceAtMs: 5000,
    lanes,
    more: false,
    confidence: { atOnce: 0.85, alone: 0.5 },
  };
  return decide(view);
}

describe('models', () => {
  test('the first complete answer is shown at once, before the deadline and after it', () => {
    const lanes = [waiting, lane({ usable: TEXT, firstLineAtMs: 120 })];
    expect(at(120, lanes)).toMatchObject({ type: 'show', lane: 1 });
    expect(at(900, lanes)).toMatchObject({ type: 'show', lane: 1 });
  });
  test('of two answers the one that was there first is shown', () => {
    const lanes = [
      lane({ usable: TEXT, firstLineAtMs: 130 }),
      lane({ usable: TEXT, firstLineAtMs: 129 }),
    ];
    expect(at(130, lanes)).toMatchObject({ type: 'show', lane: 1 });
  });
  test('a complete block is shown before a growing one that began earlier', () => {
    const lanes = [
      lane({ usable: GROWING, firstLineAtMs: 50 }),
      lane({ usable: TEXT, firstLineAtMs: 100 }),
    ];
    expect(at(100, lanes)).toMatchObject({ type: 'show', lane: 1 });
  });
  test('a growing block is waited for until the deadline and then shown as it is', () => {
    const lanes = [lane({ usable: GROWING, firstLineAtMs: 50 })];
    expect(at(100, lanes)).toEqual({ type: 'wait', untilMs: 280 });
    expect(at(280, lanes)).toMatchObject({ type: 'show', lane: 0 });
  });
  test('a late answer is waited for until patience ends', () => {
    expect(at(100, [waiting])).toEqual({ type: 'wait', untilMs: 280 });
    expect(at(280, [waiting])).toEqual({ type: 'wait', untilMs: 5000 });
    expect(at(5000, [waiting])).toEqual({ type: 'give-up', reason: 'late' });
  });
});

describe('the predictor', () => {
  test('speaks at once only when it is nearly certain, although it is always first', () => {
    expect(at(2, [predictor(0.9), waiting])).toMatchObject({ type: 'show', lane: 0 });
    expect(at(2, [predictor(0.8), waiting])).toEqual({ type: 'wait', untilMs: 40 });
    expect(at(100, [predictor(0.8), waiting])).toEqual({ type: 'wait', untilMs: 280 });
  });
  test('steps in at the deadline when it is sure enough', () => {
    expect(at(280, [predictor(0.5), waiting])).toMatchObject({ type: 'show', lane: 0 });
    expect(at(280, [predictor(0.49), waiting])).toEqual({ type: 'wait', untilMs: 5000 });
  });
  test('steps in at once when no model can answer any more', () => {
    expect(at(30, [predictor(0.6), failed, failed])).toMatchObject({ type: 'show', lane: 0 });
    expect(at(30, [predictor(0.6)])).toMatchObject({ type: 'show', lane: 0 });
  });
  test('leaves the word to a model that has answered', () => {
    const lanes = [predictor(0.99), lane({ usable: TEXT, firstLineAtMs: 120 })];
    expect(at(120, lanes)).toMatchObject({ type: 'show', lane: 1 });
  });
});

describe('the reason for silence', () => {
  const table: readonly [string, readonly LaneView[]][] = [
    ['failed', [silentPredictor, failed]],
    ['empty', [failed, lane({ ended: true, usable: EMPTY })]],
    ['repeats-suffix', [lane({ ended: true, usable: REPEATS }), failed]],
    ['loop', [lane({ ended: true, usable: { type: 'none', why: 'loop' } }), failed]],
    ['leaked-token', [lane({ ended: true, usable: { type: 'none', why: 'leaked-token' } })]],
    ['unbalanced', [failed, lane({ ended: true, usable: { type: 'none', why: 'unbalanced' } })]],
    ['unsure', [predictor(0.2)]],
    ['unsure', [silentPredictor]],
    ['no-model', []],
  ];
  test.each(table)('%s', (reason, lanes) => {
    expect(at(50, lanes)).toEqual({ type: 'give-up', reason });
  });
});

describe('the beginning of a line', () => {
  const begun = (text: string, view: Partial<LaneView> = {}) =>
    lane({ partial: { type: 'text', text, replaceAfter: 0, complete: false }, ...view });

  test('is shown at the deadline and not before, the longest', () => {
    const lanes = [begun('items'), begun('items.map'), predictor(0.6)];
    expect(at(279, lanes)).toEqual({ type: 'wait', untilMs: 280 });
    expect(at(280, lanes)).toMatchObject({ type: 'show', lane: 1, text: { text: 'items.map' } });
  });
  test('is shown as soon as the editor asks where the writer writes it along', () => {
    const along = begun('map(', { typedAlong: true });
    expect(at(10, [along])).toEqual({ type: 'wait', untilMs: 40 });
    expect(at(40, [begun('items.map'), along])).toMatchObject({ type: 'show', lane: 1 });
    expect(at(100, [along])).toEqual({ type: 'wait', untilMs: 280 });
  });
  test('gives way to a whole line and to a nearly certain predictor', () => {
    expect(at(280, [begun('items'), lane({ usable: TEXT, firstLineAtMs: 250 })])).toMatchObject({
      lane: 1,
    });
    expect(at(280, [begun('items'), predictor(0.9)])).toMatchObject({ lane: 1 });
  });
  test('is not shown later: whoever has waited gets the whole line', () => {
    expect(at(400, [begun('items')])).toEqual({ type: 'wait', untilMs: 5000 });
  });
  test('that broke off is not shown', () => {
    expect(at(280, [begun('items', { ended: true, failed: true })])).toEqual({
      type: 'give-up',
      reason: 'failed',
    });
  });
});
