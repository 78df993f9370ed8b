import { expect, test } from 'vitest';
import { answerRates } from '../../../src/core/measure/answer-rates.ts';
import { lane, spoken, stopped } from '../../support/records.ts';

test('TPS is the median of the answers whose tokens the server counted', () => {
  const uncounted = lane({ usage: {}, lastTokenMs: 121 });
  const lanes = [lane(), lane({ lastTokenMs: 220 }), lane(), uncounted];
  const { tps, tpsEstimated } = answerRates(lanes, 4);
  expect(tps).toBeCloseTo(100, 9);
  expect(tpsEstimated).toBe(false);
});

test('without any token count TPS is estimated from characters and says so', () => {
  // 360 characters are about 100 tokens; 95 of them after the first of 20 pieces, in 0.2 s.
  const rates = answerRates([lane({ usage: {}, chars: 360, pieces: 20 })], 3.6);
  expect(rates.tps).toBeCloseTo(475, 6);
  expect(rates.endToEndTps).toBeCloseTo(100 / 0.3, 6);
  expect(rates.tpsEstimated).toBe(true);
});

test('end-to-end TPS counts the wait for the first token too, from the dispatch', () => {
  // 21 tokens from 20 to 320 ms.
  expect(answerRates([lane()], 4).endToEndTps).toBeCloseTo(70, 9);
});

test('an answer in one piece has no TPS, and its end-to-end one is of the tokens that were counted', () => {
  const whole = { pieces: 1, firstTokenMs: 320, chars: 800, server: {} };
  expect(answerRates([lane(whole)], 4)).toEqual({
    tps: null,
    endToEndTps: expect.closeTo(70, 9),
    tpsEstimated: false,
  });
  // 200 tokens at 4 characters in 0.3 s.
  expect(answerRates([lane({ ...whole, usage: {} })], 4)).toEqual({
    tps: null,
    endToEndTps: expect.closeTo(200 / 0.3, 6),
    tpsEstimated: true,
  });
});

test('an answer that was cut short tells how fast it came, not how fast a whole one is', () => {
  const cut = lane({ outcome: 'stopped' });
  expect(answerRates([cut], 4)).toMatchObject({ endToEndTps: null });
  expect(answerRates([cut], 4).tps).toBeCloseTo(100, 9);
});

test('thinking that came as text counts in the rate of an uncounted answer', () => {
  const curve = [
    [120, 1, 10, null],
    [320, 20, 360, null],
  ] as const;
  const rates = answerRates([lane({ usage: {}, chars: 40, pieces: 20, curve })], 3.6);
  expect(rates.tps).toBeCloseTo(475, 6);
});

test('neither the predictor nor a request without text has a rate', () => {
  expect(answerRates([spoken(1), stopped(80)], 3.6)).toEqual({
    tps: null,
    endToEndTps: null,
    tpsEstimated: false,
  });
});
