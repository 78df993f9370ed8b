import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anchorAt, type Position } from '../../../src/core/reuse/agreement.ts';
import { createRecall } from '../../../src/core/reuse/recall.ts';
import { atCursor } from '../../support/cursor.ts';

function setup() {
  const rejected: string[] = [];
  const recall = createRecall((pinned) => rejected.push(pinned.text));
  const at = (document: string) => {
    const { request, offset } = atCursor(document);
    const position: Position = { ...request, offset };
    return { request, position };
  };
  const find = (document: string) => {
    const { request, position } = at(document);
    const found = recall.find(request, position);
    return found === null ? null : `${found.text}${found.replaceAfter > 0 ? ' ⟵' : ''}`;
  };
  const sourceOf = (document: string) => {
    const { request, position } = at(document);
    return recall.find(request, position)?.sourceRaceId;
  };
  const pin = (document: string, text: string) =>
    recall.pin(
      { sourceRaceId: 'pinned', modelId: 'm', text, replaceAfter: 0, confidence: null },
      at(document).position,
    );
  const remember = (document: string, text: string, modelId = 'm', sourceRaceId = 'r') =>
    recall.remember({
      anchor: anchorAt(at(document).position),
      text,
      leadChars: 0,
      modelId,
      sourceRaceId,
      confidence: null,
    });
  const edited = (document: string) => recall.edited(at(document).position);
  return { recall, rejected, find, sourceOf, pin, remember, edited };
}

test('the shown text gets shorter as it is typed and never changes', () => {
  const { find, pin, remember } = setup();
  pin('a = █', 'foo(bar);');
  remember('a = █', 'food();\n', 'other');
  expect(find('a = █')).toBe('foo(bar);');
  expect(find('a = foo█')).toBe('foo(bar);'.slice(3));
});

test('a shown block stays whole although its second line is below the cursor by then', () => {
  const { find, pin } = setup();
  pin('{\n  █\n}', 'one();\n  two();');
  expect(find('{\n  on█\n}')).toBe('e();\n  two();');
});

test('the bracket that the editor adds is replaced, not doubled', () => {
  const { find, pin } = setup();
  pin('a = █', 'foo(bar);');
  expect(find('a = foo(█)')).toBe('bar); ⟵');
});

test('of two brackets that the editor added only the one that the text closes is replaced', () => {
  const { recall, pin } = setup();
  pin('a = g(█)', 'f(x => x)');
  const { request, offset } = atCursor('a = g(f(█))');
  expect(recall.find(request, { ...request, offset })).toMatchObject({
    text: 'x => x)',
    replaceAfter: 1,
  });
});

test('typed to its end it is over', () => {
  const { find, pin } = setup();
  pin('a = █', 'foo;');
  expect(find('a = foo;█')).toBeNull();
});

test('typing against it is told once', () => {
  const { rejected, find, pin, edited } = setup();
  pin('a = █', 'foo;');
  edited('a = f█');
  expect(rejected).toEqual([]);
  edited('a = x█');
  edited('a = xy█');
  expect(rejected).toEqual(['foo;']);
  expect(find('a = xy█')).toBeNull();
});

test('a shown text is there again after a key typed against it, a deletion or an undo', () => {
  const { find, pin, edited } = setup();
  pin('{\n  █\n}', 'one();\n  two();');
  edited('{\n  o█\n}');
  pin('{\n  o█\n}', 'ne();\n  two();');
  edited('{\n  ox█\n}');
  expect(find('{\n  o█\n}')).toBe('ne();\n  two();');
  edited('{\n  █\n}');
  expect(find('{\n  █\n}')).toBe('one();\n  two();');
  edited('{\n █\n}');
  expect(find('{\n █\n}')).toBeNull();
  expect(find('{\n  █\n}')).toBe('one();\n  two();');
});

test('of a text that grew while it was typed all is there again', () => {
  const { find, pin, edited } = setup();
  pin('a = █', 'first +');
  edited('a = f█');
  pin('a = f█', 'irst + second;');
  edited('a = fi█');
  pin('a = fi█', 'rst + second;');
  edited('a = █');
  expect(find('a = █')).toBe('first + second;');
});

test('what is shown later at the same place takes the place of what was', () => {
  const { find, pin, edited } = setup();
  pin('a = █', 'foo;');
  edited('a = x█');
  pin('a = █', 'bar;');
  edited('a = █');
  expect(find('a = █')).toBe('bar;');
});

test('an answer that was asked for ahead serves only behind what it goes on from', () => {
  const { recall, find } = setup();
  const { request, offset } = atCursor('a = █');
  recall.remember({
    anchor: anchorAt({ ...request, offset }),
    text: 'foo;\nbar;\n',
    leadChars: 4,
    modelId: 'm',
    sourceRaceId: 'ahead',
    confidence: null,
  });
  expect(find('a = fo█')).toBeNull();
  expect(find('a = foo;█')).toBe('\nbar;');
  expect(find('a = foo;\nb█')).toBe('ar;');
});

test('an older answer serves where the newest one has nothing to show', () => {
  const { find, remember } = setup();
  remember('{\n  █\n  next();\n}', 'other();\n', 'one');
  remember('{\n  █\n  next();\n}', 'next();\n', 'two');
  expect(find('{\n  █\n  next();\n}')).toBe('other();');
});

test('a deletion, an undo or taking the text is no rejection', () => {
  const { rejected, pin, edited } = setup();
  pin('a = █', 'foo;');
  edited('a =█');
  pin('a = █', 'foo;');
  edited('a = foo;█');
  edited('a = foo█');
  edited('a = fox█');
  expect(rejected).toEqual([]);
});

test('an answer is found again after a deletion brought the cursor back', () => {
  const { find, remember } = setup();
  remember('a = █', 'foo();\n');
  expect(find('a = f█')).toBe('oo();');
  expect(find('a = █')).toBe('foo();');
});

test('the newest of several answers is taken', () => {
  const { find, remember } = setup();
  remember('a = █', 'foo();\n', 'one');
  remember('a = █', 'bar();\n', 'two');
  expect(find('a = █')).toBe('bar();');
});

test('a text keeps the race whose request said it, on screen and in memory', () => {
  const { sourceOf, pin, remember } = setup();
  remember('a = █', 'foo();\n', 'm', 'early');
  remember('a = foo();\n█', 'bar();\n', 'm', 'late');
  pin('b = █', 'baz;');
  expect(sourceOf('a = f█')).toBe('early');
  expect(sourceOf('a = foo();\nb█')).toBe('late');
  expect(sourceOf('b = ba█')).toBe('pinned');
});

test('a shown block is typed through in a document with Windows line ends', () => {
  const { rejected, find, pin, edited } = setup();
  const text = 'one();\n  two();\n  three();';
  pin('{\r\n  █\r\n}\r\n', text);
  for (let length = 0; length < text.length; length += 1) {
    const now = `{\r\n  ${text.slice(0, length).replaceAll('\n', '\r\n')}█\r\n}\r\n`;
    edited(now);
    expect(find(now)).toBe(text.slice(length));
  }
  edited(`{\r\n  ${text.replaceAll('\n', '\r\n')}█\r\n}\r\n`);
  expect(rejected).toEqual([]);
});

test('an answer with Windows line ends is remembered for either kind of document', () => {
  const { find, remember } = setup();
  remember('{\n  █\n}\n', 'one();\r\n  two();\r\n}');
  expect(find('{\n  one();\n█\n}\n')).toBe('  two();');
});

test('an answer from the end of the file is not offered in front of other text', () => {
  const { find, remember } = setup();
  remember('a = █', 'foo();');
  expect(find('a = █\nbar();')).toBeNull();
  expect(find('a = █')).toBe('foo();');
});

test('a document gives the same remainders with either line ends', () => {
  const piece = fc.constantFrom('a', 'b', ' ', '\n', '\n', '(', ')', '}', ';', 'foo', '"');
  const some = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const windows = (text: string) => text.replaceAll('\n', '\r\n');
  fc.assert(
    fc.property(some, some, some, some, fc.boolean(), (before, text, written, after, asShown) => {
      const typed = asShown ? text.slice(0, written.length) : written;
      const run = (ends: (text: string) => string, recalled: 'pin' | 'remember') => {
        const { rejected, find, edited, ...take } = setup();
        take[recalled](ends(`${before}█${after}`), text);
        const now = ends(`${before}${typed}█${after}`);
        edited(now);
        return [find(now), rejected];
      };
      for (const recalled of ['pin', 'remember'] as const) {
        expect(run(windows, recalled)).toEqual(run((same) => same, recalled));
      }
    }),
    { seed: 5, numRuns: 2000 },
  );
});

test('clear forgets everything', () => {
  const { recall, find, pin, remember } = setup();
  pin('a = █', 'foo;');
  remember('b = █', 'bar;');
  recall.clear();
  expect(find('a = █')).toBeNull();
  expect(find('b = █')).toBeNull();
});
