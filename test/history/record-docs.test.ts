import { readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { expect, test } from 'vitest';
import { EXPORT_COLUMNS } from '../../src/history/export-columns.ts';
import { writtenShapes } from '../../src/history/record-schema.ts';

const docs = readFileSync(new URL('../../docs/records.md', import.meta.url), 'utf8');

/** The text from one second-level heading to the next. */
function section(heading: string): string {
  const start = docs.indexOf(`\n## ${heading}`);
  if (start < 0) throw new Error(`docs/records.md has no section "${heading}"`);
  const end = docs.indexOf('\n## ', start + 1);
  return docs.slice(start, end < 0 ? undefined : end);
}

interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
}

/** The names of an object schema's fields, those of inner objects with a dot. Lists stand for themselves. */
function fieldsOf(shape: v.GenericSchema, prefix = ''): string[] {
  const entries = Object.entries((shape as Shape).entries ?? {});
  return entries.flatMap(([name, field]) => {
    const inner = field.wrapped ?? field;
    return [prefix + name, ...fieldsOf(inner as v.GenericSchema, `${prefix}${name}.`)];
  });
}

const documented = (heading: string) =>
  [...section(heading).matchAll(/^\| `([\w.]+)` +\| \S[^|]*\| \S[^|]*\|$/gm)].map(
    ([, name = '']) => name,
  );

test.each([
  ['Race', writtenShapes.race],
  ['Lane', writtenShapes.lane],
  ['Acceptance', writtenShapes.accept],
  ['Measurement', writtenShapes.measurement],
] as const)(
  'every field of %s stands in the docs with unit and meaning, and no other',
  (heading, shape) => {
    // A lane has a section of its own.
    const fields = fieldsOf(shape).filter((name) => !name.startsWith('lane.'));
    expect(fields.length).toBeGreaterThan(5);
    expect(documented(heading)).toEqual(fields);
  },
);

test('every column of the CSV is a field of a record or stands in its own table, and no other', () => {
  const columns = EXPORT_COLUMNS.map(({ name }) => name);
  expect(new Set(columns).size).toBe(columns.length);
  const fields = [
    ...fieldsOf(writtenShapes.race),
    ...fieldsOf(writtenShapes.lane),
    ...fieldsOf(writtenShapes.measurement),
  ];
  expect(documented('CSV')).toEqual(columns.filter((name) => !fields.includes(name)));
});

test('the words of a field are all explained', () => {
  const words = [
    ...writtenShapes.lane.entries.outcome.options,
    ...writtenShapes.lane.entries.provider.options,
    ...writtenShapes.race.entries.silence.wrapped.options,
    ...writtenShapes.race.entries.policy.options,
    ...writtenShapes.race.entries.trigger.options,
    ...writtenShapes.measurement.entries.step.entries.cache.options,
  ];
  for (const word of words) expect(docs).toContain(`\`${word}\``);
});
