import { describe, expect, test } from 'vitest';
import type { PlannedRequest } from '../../../src/core/measure-run/plan.ts';
import { createTimeLeft } from '../../../src/core/measure-run/time-left.ts';
import { failed, lane } from '../../support/records.ts';

function request(
  promptTokens: number,
  cache: PlannedRequest['step']['cache'] = 'cold',
  changes: { model?: string; outputTokens?: number } = {},
): PlannedRequest {
  const { model = 'a', outputTokens = 100 } = changes;
  return { model, prompt: 0, step: { promptTokens, outputTokens, cache } };
}
const took = (firstTokenMs: number, endMs: number) =>
  lane({ dispatchedMs: 0, firstTokenMs, endMs });

describe('the time left', () => {
  test('is not known before anything was measured, and a warm-up or a failure is nothing', () => {
    const time = createTimeLeft();
    time.note(request(64, 'warm-up'), took(9000, 9100));
    time.note(request(512), failed(5000));
    expect(time.leftMs([request(512)])).toBeNull();
    expect(time.leftMs([])).toBe(0);
  });

  test('of a larger prompt grows with it, of a repeated one does not', () => {
    const time = createTimeLeft();
    time.note(request(512), took(200, 1200));
    expect(time.leftMs([request(2048)])).toBe(4 * 200 + 1000);
    time.note(request(512, 'repeated'), took(20, 1020));
    expect(time.leftMs([request(2048, 'repeated')])).toBe(20 + 1000);
  });

  test('grows with the limit on the answer', () => {
    const time = createTimeLeft();
    time.note(request(512), took(200, 1200));
    expect(time.leftMs([request(512, 'cold', { outputTokens: 500 })])).toBe(200 + 5000);
  });

  test('comes from the nearest size that was measured', () => {
    const time = createTimeLeft();
    time.note(request(512), took(200, 200));
    time.note(request(8192), took(1600, 1600));
    expect(time.leftMs([request(16_384)])).toBe(3200);
  });

  test('of a model that has not answered yet is taken from the others', () => {
    const time = createTimeLeft();
    time.note(request(512, 'cold', { model: 'b' }), took(300, 300));
    expect(time.leftMs([request(512), request(512)])).toBe(600);
    time.note(request(512), took(100, 100));
    expect(time.leftMs([request(512), request(512)])).toBe(200);
  });
});
