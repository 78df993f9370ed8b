import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeSpan } from '../../../src/history/report/code-span.ts';

test.each([
  ['qwen2.5-coder:1.5b', '`qwen2.5-coder:1.5b`'],
  ['a_b*c* <b> [x](http://e) @all #12 $(zap)', '`a_b*c* <b> [x](http://e) @all #12 $(zap)`'],
  ['tick`ed', '`` tick`ed ``'],
  ['``', '``` `` ```'],
  ['two\nlines\u2028more', '`two lines more`'],
  ['  spaced  ', '`spaced`'],
  ['a\u202Eb\u0007', '`a\uFFFDb\uFFFD`'],
  ['', '–'],
  [' \n ', '–'],
  ['x'.repeat(100), `\`${'x'.repeat(79)}…\``],
])('%j is written as %j', (text, span) => {
  expect(codeSpan(text)).toBe(span);
});

/** CommonMark 6.1, independent of the writer: the content of a code span that is all of the text. */
function contentOf(span: string): string | null {
  const fence = /^`+/.exec(span)?.[0] ?? '';
  const inner = span.slice(fence.length, -fence.length);
  if (fence === '' || !span.endsWith(fence)) return null;
  if (inner.split(/[^`]+/).includes(fence)) return null;
  if (inner.startsWith('`') || inner.endsWith('`')) return null;
  const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
  return isPadded ? inner.slice(1, -1) : inner;
}

test('any text stays within its span, on one line', () => {
  const markup = fc.array(fc.constantFrom('`', '``', '|', '\\', ' ', 'a', '\n', '*', '<', ']'));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        markup.map((parts) => parts.join('')),
      ),
      (text) => {
        const span = codeSpan(text);
        if (span === '–') return;
        expect(span).not.toContain('\n');
        expect(contentOf(span)).not.toBeNull();
        if (/^[ -~]{1,80}$/.test(text)) {
          expect(contentOf(span)).toBe(text.replace(/\s+/g, ' ').trim());
        }
      },
    ),
  );
});
