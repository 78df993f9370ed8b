import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContextRing } from '../../../src/core/prompt/context-ring.ts';

const lines = (name: string, count = 10): string =>
  Array.from({ length: count }, (_, line) => `${name}.call(${line});\n`).join('');
const snippet = (path: string, text = lines(path)) => ({ path, languageId: 'typescript', text });
const ME = { path: 'me.ts', languageId: 'typescript' };
const paths = (ring: ReturnType<typeof createContextRing>): string[] =>
  ring.of(ME).map(({ path }) => path);

test('snippets stand in the order in which they came', () => {
  const ring = createContextRing();
  for (const name of ['a.ts', 'b.ts', 'c.ts']) ring.add(snippet(name));
  expect(paths(ring)).toEqual(['a.ts', 'b.ts', 'c.ts']);
});

test('the same again changes nothing, not even its place', () => {
  const ring = createContextRing();
  for (const name of ['a.ts', 'b.ts', 'a.ts']) ring.add(snippet(name));
  expect(paths(ring)).toEqual(['a.ts', 'b.ts']);
});

test('a newer state of the same place replaces the older one', () => {
  const ring = createContextRing();
  ring.add(snippet('a.ts'));
  ring.add(snippet('b.ts'));
  ring.add(snippet('a.ts', `${lines('a.ts')}const added = 1;\n`));
  expect(paths(ring)).toEqual(['b.ts', 'a.ts']);
  expect(ring.of(ME)[1]?.text).toContain('added');
});

test('two places of one file are both kept, and so are files that share half of their lines', () => {
  const ring = createContextRing();
  ring.add(snippet('a.ts', lines('one')));
  ring.add(snippet('a.ts', lines('two')));
  ring.add(snippet('b.ts', lines('one', 5) + lines('three', 5)));
  expect(paths(ring)).toEqual(['a.ts', 'a.ts', 'b.ts']);
});

test('a copy of a file takes the place of the file', () => {
  const ring = createContextRing();
  ring.add(snippet('a.ts', lines('same')));
  ring.add(snippet('copy.ts', lines('same')));
  expect(paths(ring)).toEqual(['copy.ts']);
});

test('a document is told nothing of itself, nor of other languages', () => {
  const ring = createContextRing();
  ring.add(snippet('me.ts'));
  ring.add({ path: 'a.py', languageId: 'python', text: lines('py') });
  ring.add({ path: 'a.tsx', languageId: 'typescriptreact', text: lines('tsx') });
  expect(paths(ring)).toEqual(['a.tsx']);
});

test('a line or two say nothing', () => {
  const ring = createContextRing();
  ring.add(snippet('a.ts', 'one;\n\n\ntwo;\n\n'));
  expect(paths(ring)).toEqual([]);
});

test('what is forgotten is gone', () => {
  const ring = createContextRing();
  ring.add(snippet('a.ts'));
  ring.add(snippet('b.ts'));
  ring.forget('a.ts');
  expect(paths(ring)).toEqual(['b.ts']);
  ring.clear();
  expect(paths(ring)).toEqual([]);
});

test('however much is added, the list is bounded and only loses and appends', () => {
  const name = fc.integer({ min: 0, max: 40 }).map((number) => `f${number}.ts`);
  fc.assert(
    fc.property(fc.array(name, { maxLength: 80 }), (names) => {
      const ring = createContextRing();
      let before: readonly object[] = [];
      for (const one of names) {
        ring.add(snippet(one));
        const after = ring.of(ME);
        expect(after.length).toBeLessThanOrEqual(16);
        const kept = before.filter((file) => after.includes(file as never));
        expect(after.slice(0, kept.length)).toEqual(kept);
        expect(after.length - kept.length).toBeLessThanOrEqual(1);
        before = after;
      }
    }),
    { seed: 5, numRuns: 100 },
  );
});
