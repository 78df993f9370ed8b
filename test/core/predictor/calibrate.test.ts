import { expect, test } from 'vitest';
import { calibrated, spansOf } from '../../../src/core/predictor/calibrate.ts';
import type { Draft } from '../../../src/core/predictor/draft.ts';

const draft = (probabilities: readonly number[], more: Partial<Draft> = {}): Draft => ({
  steps: probabilities.map((probability, i) => ({
    text: `${i === 0 ? '' : ' '}word${i}`,
    probability,
    matched: 6,
    weight: 3,
  })),
  partial: false,
  lineStart: false,
  complete: true,
  ...more,
});

test('there is one span per token, each longer than the last, and the last may end the line', () => {
  const spans = spansOf(draft([0.9, 0.8, 0.7]));
  expect(spans.map((span) => span.text)).toEqual(['word0', 'word0 word1', 'word0 word1 word2']);
  expect(spans.map((span) => span.complete)).toEqual([false, false, true]);
  expect(spansOf(draft([0.9], { complete: false }))[0]?.complete).toBe(false);
  expect(spansOf(draft([]))).toEqual([]);
});

test('every span has a finite feature per constant', () => {
  for (const span of spansOf(draft([1, 1e-9, 0.5]))) {
    expect(span.features).toHaveLength(10);
    expect(span.features.every(Number.isFinite)).toBe(true);
  }
});

test('a likelier span, more sightings or a longer match make it surer', () => {
  const q = (one: Draft) => calibrated(spansOf(one).at(-1)?.features ?? []);
  const base = draft([0.9, 0.8]);
  expect(q(base)).toBeGreaterThan(q(draft([0.5, 0.4])));
  const steps = (change: object) => base.steps.map((step) => ({ ...step, ...change }));
  expect(q({ ...base, steps: steps({ weight: 30 }) })).toBeGreaterThan(q(base));
  expect(q({ ...base, lineStart: true })).toBeLessThan(q(base));
});

test('the bias moves the log-odds by what it says', () => {
  const features = spansOf(draft([0.8]))[0]?.features ?? [];
  const odds = (q: number) => Math.log(q / (1 - q));
  expect(odds(calibrated(features, 0.7)) - odds(calibrated(features))).toBeCloseTo(0.7);
});
