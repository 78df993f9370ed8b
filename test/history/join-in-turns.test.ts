import { expect, test, vi } from 'vitest';
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

test('parts that take long leave the turn too, however short they are', async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const said: string[] = [];
  function* parts(): Generator<string> {
    for (const part of ['', 'a', '', 'b']) {
      nowMs += 5;
      said.push('part');
      setImmediate(() => said.push('others'));
      yield part;
    }
  }
  expect(await joinInTurns(parts())).toBe('ab');
  clock.mockRestore();
  expect(said.slice(0, 6)).toEqual(['part', 'part', 'others', 'others', 'part', 'part']);
});
