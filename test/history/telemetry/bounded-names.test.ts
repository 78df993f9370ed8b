import { expect, test } from 'vitest';
import { boundedNames } from '../../../src/history/telemetry/bounded-names.ts';

test('ids pass, and what is no id is other', () => {
  const of = boundedNames(9);
  expect(['typescript', 'objective-c++', 'c#', 'vue-html', '中文'].map(of)).toEqual([
    'typescript',
    'objective-c++',
    'c#',
    'vue-html',
    '中文',
  ]);
  const odd = ['', ' ', '/home/ada', 'const x = 1', 'a\nb', '-x', 'x'.repeat(41), '\u202etxt'];
  expect(new Set(odd.map(of))).toEqual(new Set(['other']));
});

test('from the limit on only those that are known pass', () => {
  const of = boundedNames(2);
  expect(['a', 'b', 'c', 'a', 'c'].map(of)).toEqual(['a', 'b', 'other', 'a', 'other']);
});
