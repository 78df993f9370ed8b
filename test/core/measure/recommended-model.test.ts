import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENOUGH_REQUESTS, recommendation } from '../../../src/core/measure/recommended-model.ts';
import type { ModelSummary } from '../../../src/core/protocol.ts';
import { builtIn, manySnapshot, model, share } from '../../support/panel-fixtures.ts';

const fast = (part: Partial<ModelSummary> = {}) =>
  model('fast', { inTime: share(388, 400), ...part });
const late = (part: Partial<ModelSummary> = {}) => model('late', { inTime: share(0, 34), ...part });

describe('the recommended model', () => {
  test('has the highest lower bound, so a lucky short run does not win', () => {
    expect(recommendation([model('lucky', { inTime: share(31, 31) }), fast()]).best?.id).toBe(
      'fast',
    );
  });

  test('is the one with a clear lead in a long list', () => {
    expect(recommendation(manySnapshot().models).best?.id).toBe('model-01');
  });

  test('is never the built-in predictor', () => {
    expect(recommendation([builtIn({ inTime: share(1900, 1948) })]).best).toBeNull();
  });

  test('always works now and was measured enough; it is never worse than the default', () => {
    const anyModel = fc
      .record({
        n: fc.integer({ min: 1, max: 500 }),
        hits: fc.double({ min: 0, max: 1, noNaN: true }),
        state: fc.constantFrom('ready', 'unused', 'failing', 'misconfigured' as const),
        isDefault: fc.boolean(),
      })
      .map(({ n, hits, ...rest }) => ({ ...rest, inTime: share(Math.round(hits * n), n) }));
    fc.assert(
      fc.property(fc.array(anyModel, { maxLength: 12 }), (parts) => {
        const models = parts.map((part, i) =>
          model(`m${i}`, {
            ...part,
            isDefault: part.isDefault && i === 0,
          } as Partial<ModelSummary>),
        );
        const { best } = recommendation(models);
        if (best === null) return;
        expect(['ready', 'unused']).toContain(best.state);
        expect(best.inTime?.n).toBeGreaterThanOrEqual(ENOUGH_REQUESTS);
        const current = models[0];
        if (current?.isDefault && ['ready', 'unused'].includes(current.state)) {
          const n = current.inTime?.n ?? 0;
          expect(n).toBeGreaterThanOrEqual(ENOUGH_REQUESTS);
          if (best.id !== current.id && (current.inTime?.high ?? 0) >= 0.5) {
            expect(best.inTime?.low).toBeGreaterThan(current.inTime?.high ?? 0);
          }
        }
        if ((best.inTime?.high ?? 0) < 0.5) {
          for (const { inTime, state } of models) {
            if (state === 'failing' || state === 'misconfigured') continue;
            expect(inTime?.low).toBeLessThanOrEqual(best.inTime?.high ?? 0);
          }
        }
      }),
    );
  });

  test('some lucky answers do not hold up a model that is good on hundreds', () => {
    const lucky = model('lucky', { inTime: share(5, 5) });
    expect(recommendation([fast({ isDefault: true }), lucky]).best?.id).toBe('fast');
  });

  test('nor does one that is down', () => {
    const down = model('down', { isDefault: true, state: 'failing', inTime: share(17, 20) });
    expect(recommendation([down, fast()]).best?.id).toBe('fast');
  });

  test('a default that is mostly late gives way to one that may not be', () => {
    const models = [
      late({ isDefault: true, inTime: share(4, 30) }),
      model('b', { inTime: share(10, 30) }),
    ];
    expect(recommendation(models).best?.id).toBe('b');
  });
});
