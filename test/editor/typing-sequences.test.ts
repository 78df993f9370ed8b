import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { watchAbortListeners } from '../support/abort-listeners.ts';
import { editor } from '../support/fake-vscode.ts';
import { DEEDS, playSequence } from '../support/typing-sequence.ts';

vi.mock('vscode', () => import('../support/fake-vscode.ts'));

/** All of them: `SEQUENCES=100000 npx vitest run test/editor/typing-sequences.test.ts`. */
const SEQUENCES = Number(process.env['SEQUENCES'] ?? 10_000);
const SEED = Number(process.env['SEQUENCES_SEED'] ?? 1);

const listeners = watchAbortListeners();
afterAll(listeners.stop);

const step = fc.record({
  deed: fc.constantFrom(...DEEDS),
  chars: fc.integer({ min: 1, max: 5 }),
  waitMs: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 120 }),
    fc.integer({ min: 100, max: 900 }),
  ),
});
const sequence = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  windows: fc.boolean(),
  policy: fc.constantFrom('solo', 'adaptive', 'race'),
  steps: fc.array(step, { minLength: 1, maxLength: 14, size: 'max' }),
});

test('whatever a person and the models do, shown text only grows, nothing is asked in vain and nothing is left', {
  timeout: 30 * 60_000,
}, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(sequence, async (one) => {
      listeners.forget();
      const played = await playSequence(one);
      for (const [what, times] of Object.entries(played.seen)) {
        seen.set(what, (seen.get(what) ?? 0) + times);
      }
      expect(played.faults).toEqual([]);
      expect(listeners.count()).toBe(0);
      expect(editor.listeners).toBe(0);
    }),
    { seed: SEED, numRuns: SEQUENCES },
  );
  if (process.env['SEQUENCES'] !== undefined)
    process.stdout.write(`${JSON.stringify([...seen])}\n`);
});
