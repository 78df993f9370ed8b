import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeHandshake } from '../../src/models/time-handshake.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a socket says while it connects, and how many ms pass before each word. */
function handshake(words: readonly (readonly [afterMs: number, word: string])[]): number | null {
  const socket = new EventEmitter();
  const roundTripMs = timeHandshake(socket as Socket);
  for (const [afterMs, word] of words) {
    vi.advanceTimersByTime(afterMs);
    socket.emit(word);
  }
  return roundTripMs();
}

test.each([
  ['an address', [[12, 'connect']], 12],
  [
    'the lookup is not part of it',
    [
      [80, 'lookup'],
      [12, 'connect'],
    ],
    12,
  ],
  [
    'nor is TLS',
    [
      [12, 'connect'],
      [30, 'secureConnect'],
    ],
    12,
  ],
  [
    'nor is an address before it that did not answer',
    [
      [5, 'lookup'],
      [0, 'connectionAttempt'],
      [250, 'connectionAttempt'],
      [12, 'connect'],
    ],
    12,
  ],
  [
    'a later word changes nothing',
    [
      [12, 'connect'],
      [9, 'lookup'],
      [9, 'connect'],
    ],
    12,
  ],
  ['nobody answered', [[80, 'lookup']], null],
] as const)('%s', (_what, words, expected) => {
  expect(handshake(words)).toBe(expected);
});
