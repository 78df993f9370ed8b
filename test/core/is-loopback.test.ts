import { expect, test } from 'vitest';
import { isLoopback } from '../../src/core/is-loopback.ts';

test.each([
  ['http://localhost:8012', true],
  ['http://LOCALHOST', true],
  ['http://api.localhost', true],
  ['http://127.0.0.1', true],
  ['http://127.8.9.10:1', true],
  ['http://2130706433', true],
  ['http://[::1]:8012', true],
  ['http://[::ffff:127.0.0.1]', false],
  ['http://0.0.0.0', false],
  ['http://192.168.1.4', false],
  ['http://localhost.example', false],
  ['http://127.0.0.1.example', false],
  ['http://[::2]', false],
])('%s stays on this machine: %s', (url, loopback) => {
  expect(isLoopback(new URL(url).hostname)).toBe(loopback);
});
