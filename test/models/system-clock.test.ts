import { expect, test, vi } from 'vitest';
import { createSystemClock } from '../../src/models/system-clock.ts';

test('it reads the monotonic and the wall clock', () => {
  const clock = createSystemClock();
  vi.spyOn(performance, 'now').mockReturnValue(12.5);
  vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
  expect(clock.nowMs()).toBe(12.5);
  expect(clock.epochMs()).toBe(1_700_000_000_000);
});

test('a sleep ends after its time and no earlier', async () => {
  vi.useFakeTimers();
  try {
    let awake = false;
    void createSystemClock()
      .sleep(100)
      .then(() => {
        awake = true;
      });
    await vi.advanceTimersByTimeAsync(99);
    expect(awake).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(awake).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('an abort ends a sleep at once, without a timer left behind', async () => {
  vi.useFakeTimers();
  try {
    const controller = new AbortController();
    const sleeping = createSystemClock().sleep(60_000, controller.signal);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort();
    await sleeping;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a signal that was aborted before lets nobody sleep', async () => {
  await createSystemClock().sleep(60_000, AbortSignal.abort());
});
