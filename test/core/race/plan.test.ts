import { describe, expect, test } from 'vitest';
import { type Candidate, type PlanInput, plan } from '../../../src/core/race/plan.ts';

const model = (
  id: string,
  inTimeProbability: number,
  extra: {
    queueKey?: string | null;
    medianLineMs?: number | null;
    evidence?: number;
    idleMs?: number;
    lastHit?: boolean;
  } = {},
): Candidate => ({
  id,
  queueKey: extra.queueKey === undefined ? `http://${id}` : extra.queueKey,
  standing: {
    inTimeProbability,
    evidence: extra.evidence ?? 50,
    idleMs: extra.idleMs ?? 0,
    lastHit: extra.lastHit ?? true,
    medianLineMs: extra.medianLineMs ?? null,
  },
});
const base: PlanInput = {
  candidates: [],
  policy: 'adaptive',
  defaultModel: 'auto',
  trigger: 'automatic',
  timeLeftMs: 200,
  extraAffordable: 5,
  incumbent: null,
  explore: false,
};

test('nobody to ask gives an empty plan', () => {
  expect(plan(base)).toEqual({ start: [], hedge: null });
});

describe('the primary', () => {
  const candidates = [model('a', 0.5), model('b', 0.9), model('c', 0.7)];
  test('is the default model, even if another is quicker', () => {
    expect(plan({ ...base, candidates, defaultModel: 'a', policy: 'solo' }).start).toEqual(['a']);
  });
  test('is with auto the one most likely to be in time', () => {
    expect(plan({ ...base, candidates, policy: 'solo' }).start).toEqual(['b']);
  });
  test('is the likeliest other one while the default is not available', () => {
    expect(plan({ ...base, candidates, defaultModel: 'gone', policy: 'solo' }).start).toEqual([
      'b',
    ]);
  });
});

describe('adaptive', () => {
  test('adds another server at once when the primary will probably miss', () => {
    const candidates = [model('a', 0.6), model('b', 0.7)];
    expect(plan({ ...base, candidates, defaultModel: 'a' })).toEqual({
      start: ['a', 'b'],
      hedge: null,
    });
  });
  test('keeps it as a second chance for the last moment that helps', () => {
    const candidates = [model('a', 0.95), model('b', 0.9, { medianLineMs: 120 })];
    expect(plan({ ...base, candidates, defaultModel: 'a' })).toEqual({
      start: ['a'],
      hedge: { id: 'b', afterMs: 80 },
    });
  });
  test('plans no second chance that would come too late', () => {
    const candidates = [model('a', 0.95), model('b', 0.9, { medianLineMs: 250 })];
    expect(plan({ ...base, candidates, defaultModel: 'a' }).hedge).toBeNull();
  });
  test('asks one model only when the allowance is spent', () => {
    const candidates = [model('a', 0.5), model('b', 0.55)];
    expect(plan({ ...base, candidates, defaultModel: 'a', extraAffordable: 0 })).toEqual({
      start: ['a'],
      hedge: null,
    });
  });
  test('never adds a model on the same server', () => {
    const candidates = [
      model('a', 0.3, { queueKey: 'http://gpu' }),
      model('b', 0.9, { queueKey: 'http://gpu' }),
    ];
    expect(plan({ ...base, candidates, defaultModel: 'a' })).toEqual({ start: ['b'], hedge: null });
  });
});

describe('adaptive weighs', () => {
  const chances = (a: number, b: number) => [model('a', a), model('b', b)];
  const first = (input: Partial<PlanInput>) => plan({ ...base, ...input }).start[0];
  test('the default before a model that is a little likelier, not before a much likelier one', () => {
    expect(first({ candidates: chances(0.8, 0.89), defaultModel: 'a' })).toBe('a');
    expect(first({ candidates: chances(0.8, 0.91), defaultModel: 'a' })).toBe('b');
  });
  test('the one that was asked last before one that is hardly likelier', () => {
    expect(first({ candidates: chances(0.9, 0.915), incumbent: 'a' })).toBe('a');
    expect(first({ candidates: chances(0.9, 0.93), incumbent: 'a' })).toBe('b');
  });
  test('a stranger now and then, the least known one, and only while it is one', () => {
    const candidates = [
      model('a', 0.99),
      model('b', 0.5, { evidence: 3 }),
      model('c', 0.5, { evidence: 2 }),
    ];
    expect(plan({ ...base, candidates, explore: true }).start).toEqual(['a', 'c']);
    expect(
      plan({ ...base, candidates: [model('a', 0.99), model('b', 0.5)], explore: true }).start,
    ).toEqual(['a']);
    expect(plan({ ...base, candidates, explore: true, extraAffordable: 0 }).start).toEqual(['a']);
  });
  test('no second request where the budget is out of reach for everybody', () => {
    expect(plan({ ...base, candidates: chances(0.05, 0.04) })).toEqual({
      start: ['a'],
      hedge: null,
    });
    const unknown = [model('a', 0.05), model('b', 0.05, { evidence: 2 })];
    expect(plan({ ...base, candidates: unknown }).start).toEqual(['a', 'b']);
  });
});

test('the default that lost its place is tried again when what is known of it is old', () => {
  const start = (idleMs: number, lastHit: boolean, policy: PlanInput['policy'] = 'adaptive') => {
    const candidates = [model('a', 0.4, { idleMs, lastHit }), model('b', 0.95)];
    return plan({ ...base, candidates, defaultModel: 'a', policy, extraAffordable: 0 }).start;
  };
  expect(start(59_000, false)).toEqual(['b']);
  expect(start(61_000, false)).toEqual(['b', 'a']);
  expect(start(11_000, true)).toEqual(['b', 'a']);
  expect(start(61_000, false, 'solo')).toEqual(['a']);
});

describe('race', () => {
  test('asks every server once, the best model of each', () => {
    const candidates = [
      model('a', 0.3, { queueKey: 'http://gpu' }),
      model('b', 0.9, { queueKey: 'http://gpu' }),
      model('c', 0.1),
    ];
    expect(plan({ ...base, candidates, policy: 'race' }).start).toEqual(['b', 'c']);
  });
  test('models without a queue of their own are all asked', () => {
    const candidates = [model('a', 0.3, { queueKey: null }), model('b', 0.9, { queueKey: null })];
    expect(plan({ ...base, candidates, policy: 'race' }).start).toEqual(['b', 'a']);
  });
});
