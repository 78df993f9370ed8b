import { expect, test } from 'vitest';
import { createPause } from '../../src/editor/pause.ts';
import { createFakeClock } from '../support/fake-clock.ts';

function setup() {
  const clock = createFakeClock();
  const seen: (number | null)[] = [];
  const pause = createPause(clock, () => seen.push(pause.minutesLeft));
  return { clock, pause, seen };
}

test('counts down by the minute and ends by itself', async () => {
  const { clock, pause, seen } = setup();
  pause.start(5 * 60_000);
  expect(pause.active).toBe(true);
  await clock.advance(5 * 60_000);
  expect(seen).toEqual([5, 4, 3, 2, 1, null]);
  expect(pause.active).toBe(false);
  expect(clock.sleeping()).toBe(0);
});

test('can be ended early', async () => {
  const { clock, pause, seen } = setup();
  pause.start(60_000);
  await clock.advance(1000);
  pause.end();
  expect(pause.active).toBe(false);
  await clock.advance(120_000);
  expect(seen).toEqual([1, null]);
});

test('starting again replaces the first pause', async () => {
  const { clock, pause } = setup();
  pause.start(60_000);
  await clock.advance(50_000);
  pause.start(60_000);
  await clock.advance(20_000);
  expect(pause.active).toBe(true);
});
