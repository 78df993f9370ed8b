import { expect, test } from 'vitest';
import { createLearnQueue } from '../../../src/core/predictor/learn-queue.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function setup(costMs = 0) {
  const clock = createFakeClock();
  const handled: string[] = [];
  /** How much was handled when the event loop got its turn. */
  const handledAtTurn: number[] = [];
  let idles = 0;
  const spent = { ms: 0 };
  const queue = createLearnQueue<string>({
    clock: {
      ...clock,
      nowMs: () => clock.nowMs() + spent.ms,
      sleep: (ms, signal) => {
        handledAtTurn.push(handled.length);
        return clock.sleep(ms, signal);
      },
    },
    handle: async (item) => {
      handled.push(item);
      spent.ms += costMs;
    },
    onIdle: () => idles++,
  });
  return { clock, handled, handledAtTurn, queue, idles: () => idles };
}

test('nothing happens in the turn that adds, then all is handled in order', async () => {
  const { clock, handled, queue, idles } = setup();
  for (const item of ['a', 'b', 'c']) queue.add(item, item);
  expect(handled).toEqual([]);
  expect(queue.idle).toBe(false);
  await clock.advance(0);
  expect(handled).toEqual(['a', 'b', 'c']);
  expect(queue.idle).toBe(true);
  expect(idles()).toBe(1);
});

test('after eight milliseconds of work the event loop gets its turn', async () => {
  const { clock, handled, handledAtTurn, queue } = setup(4);
  for (const item of ['a', 'b', 'c', 'd', 'e']) queue.add(item, item);
  await clock.settle();
  expect(handled).toEqual([]);
  await clock.advance(0);
  expect(handled).toHaveLength(5);
  expect(handledAtTurn).toEqual([0, 2, 4]);
});

test('an item that is added again while it waits is handled once, as it was last', async () => {
  const { clock, handled, queue } = setup();
  queue.add('key', 'old');
  queue.add('key', 'new');
  await clock.advance(0);
  expect(handled).toEqual(['new']);
});

test('what is removed or cleared is not handled', async () => {
  const { clock, handled, queue } = setup();
  for (const item of ['a', 'b', 'c']) queue.add(item, item);
  queue.remove('b');
  await clock.advance(0);
  expect(handled).toEqual(['a', 'c']);
  queue.add('d', 'd');
  queue.clear();
  await clock.advance(0);
  expect(handled).toEqual(['a', 'c']);
  expect(queue.idle).toBe(true);
});

test('it goes on with what is added after it ran empty', async () => {
  const { clock, handled, queue, idles } = setup();
  queue.add('a', 'a');
  await clock.advance(0);
  queue.add('b', 'b');
  await clock.advance(0);
  expect(handled).toEqual(['a', 'b']);
  expect(idles()).toBe(2);
  expect(clock.sleeping()).toBe(0);
});
