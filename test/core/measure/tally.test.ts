import { expect, test } from 'vitest';
import { createTally } from '../../../src/core/measure/tally.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { failed, lane, mute, spoken, stopped } from '../../support/records.ts';

function measure(lanes: readonly LaneRecord[], shown: (lane: LaneRecord) => boolean = () => true) {
  const tally = createTally(300);
  for (const [index, one] of lanes.entries()) tally.add(one, 1000 + index, shown(one));
  return tally.result();
}

test('a model without requests has no figures, not zeros', () => {
  expect(measure([])).toMatchObject({
    ttft: { p50Ms: null, p90Ms: null, n: 0, censored: 0 },
    fromKey: { p50Ms: null, p90Ms: null, n: 0, censored: 0 },
    phases: null,
    tps: null,
    tpsEstimated: false,
    inTime: null,
    requests: 0,
    errors: 0,
    stopped: 0,
    wastedTokens: 0,
    wastedEstimated: false,
    last: null,
    answerTokens: 0,
  });
});

test('TTFT runs from the dispatch, the budget from the keystroke', () => {
  const { ttft, fromKey } = measure([lane({ dispatchedMs: 40, firstTokenMs: 150 })]);
  expect(ttft.p50Ms).toBe(110);
  expect(fromKey.p50Ms).toBe(150);
});

test('a p90 waits for thirty requests, a median does not', () => {
  const lanes = Array.from({ length: 29 }, (_, index) => lane({ firstTokenMs: 101 + index }));
  expect(measure(lanes).fromKey).toMatchObject({ p50Ms: 115, p90Ms: null, n: 29 });
  const more = [...lanes, lane({ firstTokenMs: 130 })];
  expect(measure(more).fromKey).toMatchObject({ p50Ms: 115, p90Ms: 127, n: 30 });
});

test('stopped requests are censored at their stop, from the same origin', () => {
  const lanes = [lane({ firstTokenMs: 100 }), stopped(150), lane({ firstTokenMs: 400 })];
  const { ttft, fromKey, stopped: stops } = measure(lanes);
  expect(fromKey).toMatchObject({ p50Ms: 400, p90Ms: null, n: 3, censored: 1 });
  expect(ttft).toMatchObject({ p50Ms: 380, p90Ms: null, n: 3, censored: 1 });
  expect(stops).toBe(1);
});

test('a model that fails half of its requests has no median', () => {
  const lanes = [lane(), failed(30), failed(30), lane(), failed(30)];
  expect(measure(lanes)).toMatchObject({ errors: 3, fromKey: { p50Ms: null, n: 5 } });
});

test('in time counts errors and silence as misses and leaves out what cannot tell', () => {
  const lanes = [
    lane(),
    lane({ firstTokenMs: 350 }),
    failed(30),
    mute(),
    stopped(100),
    stopped(900),
  ];
  const { inTime } = measure(lanes);
  expect(inTime).toMatchObject({ value: 1 / 5, n: 5 });
});

test('the predictor is judged by the share of keystrokes for which it spoke', () => {
  const quiet = mute({ model: 'built-in', provider: 'embedded', endMs: 1 });
  const { inTime, fromKey } = measure([spoken(1), spoken(3), spoken(2), quiet]);
  expect(inTime).toMatchObject({ value: 3 / 4, n: 4 });
  expect(fromKey).toMatchObject({ p50Ms: 2, n: 3 });
});

test('phases are those of the middle requests and add up to one of them', () => {
  const slow = lane({ dispatchedMs: 20, connectedMs: 500, firstTokenMs: 900 });
  const fast = lane({ dispatchedMs: 1, connectedMs: 1, firstTokenMs: 2 });
  const middle = lane({ dispatchedMs: 24, connectedMs: 26, firstTokenMs: 119 });
  const { phases } = measure([slow, middle, fast]);
  expect(phases).toEqual({ waitMs: 24, connectMs: 2, firstTokenMs: 93 });
});

test('without a connection mark all of it is waiting for the first token', () => {
  expect(measure([spoken(2)]).phases).toEqual({ waitMs: 0, connectMs: 0, firstTokenMs: 2 });
});

test('TPS is the median of the answers whose tokens the server counted', () => {
  const uncounted = lane({ usage: {}, lastTokenMs: 121 });
  const { tps, tpsEstimated } = measure([lane(), lane({ lastTokenMs: 220 }), lane(), uncounted]);
  expect(tps).toBeCloseTo(100, 9);
  expect(tpsEstimated).toBe(false);
});

test('without any token count TPS is estimated from characters and says so', () => {
  // 360 characters are about 100 tokens; 95 of them after the first of 20 pieces, in 0.2 s.
  const { tps, tpsEstimated } = measure([lane({ usage: {}, chars: 360, pieces: 20 })]);
  expect(tps).toBeCloseTo(475, 6);
  expect(tpsEstimated).toBe(true);
});

test('tokens of an answer that nobody saw are wasted', () => {
  const kept = lane();
  const lost = lane({ usage: { completionTokens: 50 } });
  const result = measure([kept, lost], (one) => one === kept);
  expect(result).toMatchObject({ wastedTokens: 50, wastedEstimated: false, answerTokens: 71 });
});

test("a stopped answer's tokens are estimated by the model's own ratio", () => {
  const counted = lane({ chars: 100, usage: { completionTokens: 50 } });
  const cut = lane({ outcome: 'stopped', chars: 30, usage: {} });
  const result = measure([counted, cut], (one) => one === counted);
  expect(result).toMatchObject({ wastedTokens: 15, wastedEstimated: true, answerTokens: 65 });
});

test('what the predictor said in vain cost no tokens', () => {
  const result = measure([spoken(1)], () => false);
  expect(result).toMatchObject({ wastedTokens: 0, wastedEstimated: false, answerTokens: 0 });
});

test('the last figure is that of the youngest keystroke, in whatever order they come', () => {
  const tally = createTally(300);
  tally.add(lane({ firstTokenMs: 90 }), 2000, true);
  tally.add(lane({ firstTokenMs: 500 }), 1000, true);
  tally.add(stopped(80), 3000, false);
  expect(tally.result().last).toEqual({ fromKeyMs: 90, ttftMs: 70, at: 2000 });
});
