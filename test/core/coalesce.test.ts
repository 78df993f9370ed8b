import { expect, test } from 'vitest';
import { coalesce } from '../../src/core/coalesce.ts';
import { createFakeClock } from '../support/fake-clock.ts';

function setup(intervalMs = () => 250) {
  const clock = createFakeClock();
  const runs: number[] = [];
  const request = coalesce(clock, intervalMs, () => runs.push(clock.nowMs() - 1000));
  return { clock, runs, request };
}

test('the first request runs at once', () => {
  const { request, runs } = setup();
  request();
  expect(runs).toEqual([0]);
});

test('a thousand requests in a second run five times, the last one included', async () => {
  const { clock, request, runs } = setup();
  for (let at = 0; at < 1000; at += 1) {
    request();
    await clock.advance(1);
  }
  await clock.advance(1000);
  expect(runs).toEqual([0, 250, 500, 750, 1000]);
});

test('an expensive run gets more room', async () => {
  let interval = 250;
  const { clock, request, runs } = setup(() => interval);
  request();
  interval = 900;
  request();
  await clock.advance(2000);
  expect(runs).toEqual([0, 900]);
});

test('nothing runs after the end, and no timer stays', async () => {
  const { clock, request, runs } = setup();
  request();
  request();
  request.dispose();
  request();
  await clock.advance(1000);
  expect(runs).toEqual([0]);
  expect(clock.sleeping()).toBe(0);
});
