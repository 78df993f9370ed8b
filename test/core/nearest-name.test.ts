import { expect, test } from 'vitest';
import { nearestName } from '../../src/core/nearest-name.ts';

const KNOWN = ['maxTokens', 'temperature', 'topP', 'topK', 'minP', 'endpoint', 'model', 'stop'];

test.each([
  ['max_tokens', 'maxTokens'],
  ['MaxToken', 'maxTokens'],
  ['temprature', 'temperature'],
  ['top-p', 'topP'],
  ['top_k', 'topK'],
  ['end point', 'endpoint'],
  ['modle', null],
  ['models', 'model'],
  ['url', null],
  ['', null],
  ['-', null],
])('%j is taken for %j', (name, nearest) => {
  expect(nearestName(name, KNOWN)).toBe(nearest);
});

test('an exact name wins over a near one', () => {
  expect(nearestName('topk', ['topP', 'topK'])).toBe('topK');
});

test('without known names there is no suggestion', () => {
  expect(nearestName('model', [])).toBeNull();
});

test('a name of a megabyte is only compared by its beginning', () => {
  expect(nearestName('x'.repeat(1_000_000), KNOWN)).toBeNull();
});
