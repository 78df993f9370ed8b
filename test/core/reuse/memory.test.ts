import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anchorAt, compare, type Position, typedSince } from '../../../src/core/reuse/agreement.ts';
import { createMemory, type Remembered } from '../../../src/core/reuse/memory.ts';

const at = (document: string, uri = 'u'): Position => {
  const offset = document.indexOf('█');
  return {
    documentUri: uri,
    offset,
    prefix: document.slice(0, offset),
    suffix: document.slice(offset + 1),
  };
};
const answer = (document: string, text: string, extra: Partial<Remembered> = {}): Remembered => ({
  anchor: anchorAt(at(document)),
  text,
  leadChars: 0,
  modelId: 'm',
  sourceRaceId: 'r',
  confidence: null,
  ...extra,
});

test('answers to two texts at one offset are both kept, as an undo and a redo want them', () => {
  const memory = createMemory();
  memory.remember(answer('a = x█', '1;'));
  memory.remember(answer('a = y█', '2;'));
  memory.remember(answer('a = x█ + b', '3;'));
  const find = (document: string) => memory.find(at(document), (_, rest) => rest);
  expect([find('a = x█'), find('a = y█'), find('a = x█ + b')]).toEqual(['1;', '2;', '3;']);
});

test('a newer answer of the same model at the same place takes the place of the older one', () => {
  const memory = createMemory();
  memory.remember(answer('a = █', 'one;'));
  memory.remember(answer('a = █', 'two;'));
  const seen: string[] = [];
  memory.find(at('a = █'), (_, rest) => {
    seen.push(rest);
    return null;
  });
  expect(seen).toEqual(['two;']);
});

test('an answer is found at every place of a long text, in either kind of document', () => {
  const text = Array.from({ length: 120 }, (_, line) => `line ${line};`).join('\n');
  for (const end of ['\n', '\r\n']) {
    const memory = createMemory();
    memory.remember(answer(`{${end}█${end}}`, text));
    for (let length = 0; length < text.length; length += 1) {
      const typed = text.slice(0, length).replaceAll('\n', end);
      const rest = memory.find(at(`{${end}${typed}█${end}}`), (_, left) => left);
      expect(rest).toBe(text.slice(length));
    }
  }
});

test('of very many answers the oldest are forgotten, and nothing of them stays in the index', () => {
  const memory = createMemory();
  for (let index = 0; index < 1500; index += 1) {
    memory.remember(answer(`${index} = █`, `value${index};`));
  }
  expect(memory.find(at('3 = █'), (_, rest) => rest)).toBeNull();
  expect(memory.find(at('1499 = █'), (_, rest) => rest)).toBe('value1499;');
  let looked = 0;
  memory.find(at('1499 = █'), () => {
    looked += 1;
    return null;
  });
  expect(looked).toBe(1);
  memory.clear();
  expect(memory.find(at('1499 = █'), (_, rest) => rest)).toBeNull();
});

test('an answer too long to be kept is not found and does no harm', () => {
  const memory = createMemory();
  memory.remember(answer('a = █', 'x'.repeat(1_000_001)));
  expect(memory.find(at('a = █'), (_, rest) => rest)).toBeNull();
});

test('the index finds what a look at every answer finds', () => {
  const piece = fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '(', ')', 'foo', 'x'.repeat(250));
  const some = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const said = fc.record({ before: some, text: some, after: some, lead: fc.nat(3) });
  let hits = 0;
  fc.assert(
    fc.property(fc.array(said, { maxLength: 12 }), some, (answers, more) => {
      const memory = createMemory();
      const kept: Remembered[] = [];
      for (const { before, text, after, lead } of answers) {
        const one = answer(`${before}█${after}`, text.replaceAll('\r\n', '\n'), {
          leadChars: lead,
          modelId: `m${kept.length}`,
        });
        if (one.text.trim() !== '') kept.push(one);
        memory.remember(one);
      }
      for (const { before, text, after } of answers) {
        for (const typed of ['', text.slice(0, 1), text.slice(0, 3), more]) {
          const position = at(`${before}${typed}█${after}`);
          const expected = kept.toReversed().flatMap((one) => {
            const typedThen = typedSince(one.anchor, position);
            if (typedThen === null || typedThen.length < one.leadChars) return [];
            if (compare(one.text, typedThen, true) !== 'agrees') return [];
            const rest = one.text.slice(typedThen.length);
            return rest.trim() === '' ? [] : [`${one.modelId} ${rest}`];
          });
          const found: string[] = [];
          memory.find(position, ({ modelId }, rest) => {
            found.push(`${modelId} ${rest}`);
            return null;
          });
          hits += found.length;
          expect(found).toEqual(expected);
        }
      }
    }),
    { seed: 3, numRuns: 1500 },
  );
  expect(hits).toBeGreaterThan(1000);
});
