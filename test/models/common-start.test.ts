import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonStart } from '../../src/models/common-start.ts';

test('texts are the same up to where they differ, whatever their length', () => {
  const length = fc.integer({ min: 0, max: 1600 });
  const rest = fc.string({ maxLength: 700 });
  fc.assert(
    fc.property(length, rest, rest, (same, one, other) => {
      const start = 'x'.repeat(same);
      let alike = 0;
      while (alike < Math.min(one.length, other.length) && one[alike] === other[alike]) alike += 1;
      expect(commonStart(start + one, start + other)).toBe(same + alike);
    }),
  );
});
