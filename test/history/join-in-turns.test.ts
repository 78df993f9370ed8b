import { expect, test } from 'vitest';
import { joinInTurns } from '../../src/history/join-in-turns.ts';

test('every part is there, in order', async () => {
  expect(await joinInTurns([])).toBe('');
  expect(await joinInTurns(['a', '', 'b\r\n', 'c'])).toBe('ab\r\nc');
});

test('a long text is made in turns, between which others run', async () => {
  let isDone = false;
  let made = 0;
  function* parts(): Generator<string> {
    for (; made < 100; made += 1) yield 'x'.repeat(10_000);
  }
  const text = joinInTurns(parts()).finally(() => {
    isDone = true;
  });
  const seen = new Set<number>();
  while (!isDone) {
    seen.add(made);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await text).toBe('x'.repeat(1_000_000));
  // A megabyte in turns of 128 KB.
  expect(seen.size).toBeGreaterThan(5);
});
