import { readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { expect, test } from 'vitest';
import { CHARS_PER_TOKEN } from '../../src/core/measure/decode-rate.ts';
import { MAX_RECORDS, MAX_REQUESTS } from '../../src/core/measure/newest-records.ts';
import { parseSettings } from '../../src/core/parse-settings.ts';
import type { PhaseName, Provenance } from '../../src/core/protocol.ts';
import { SETTINGS } from '../../src/core/settings.ts';
import { writtenShapes } from '../../src/history/record-schema.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const docs = read('docs/figures.md');

interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
}

function fieldsOf(shape: Shape, prefix = ''): string[] {
  return Object.entries(shape.entries ?? {}).flatMap(([name, field]) => [
    prefix + name,
    ...fieldsOf(field.wrapped ?? field, `${prefix}${name}.`),
  ]);
}

const { race, lane } = writtenShapes;
const fields = new Set([race, lane].flatMap((shape: v.GenericSchema) => fieldsOf(shape as Shape)));

test('every field that the definitions name is a field of a record', () => {
  const named = [...docs.matchAll(/`([a-z][A-Za-z]*(?:Ms|Connection)|[a-z]+\.[A-Za-z]+)`/g)].map(
    ([, name = '']) => name,
  );
  const settings = named.filter((name) => name.startsWith('firstToken.'));
  const ofRecords = named.filter((name) => !settings.includes(name));
  expect(ofRecords.length).toBeGreaterThan(15);
  for (const name of ofRecords) expect(fields).toContain(name);
});

test('every moment of a request that is recorded is defined', () => {
  const moments = [...fields].filter((name) =>
    /^(?!budget|asked|roundTrip)[a-zA-Z]+Ms$/.test(name),
  );
  for (const name of moments) expect(docs).toContain(`\`${name}\``);
});

test('every phase is defined, in the order of time, and every way to know it', () => {
  const phases: Readonly<Record<PhaseName, true>> = {
    wait: true,
    connect: true,
    network: true,
    queue: true,
    load: true,
    prefill: true,
    server: true,
  };
  const ways: Readonly<Record<Provenance, true>> = { server: true, derived: true, estimated: true };
  const rows = [...docs.matchAll(/^\| `([a-z]+)` +\|/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(phases));
  for (const way of Object.keys(ways)) expect(docs).toContain(`- **${way}**: `);
});

test('numbers in the definitions are those of the code', () => {
  expect(docs).toContain(`newest ${MAX_RECORDS} records`);
  expect(docs).toContain(`${MAX_REQUESTS.toLocaleString('en').replace(',', ' ')} requests`);
  expect(docs).toContain(`${CHARS_PER_TOKEN} characters a token`);
  const unset = Object.fromEntries(Object.keys(SETTINGS).map((key) => [key, undefined]));
  const { settings } = parseSettings(unset as Parameters<typeof parseSettings>[0]);
  expect(docs).toContain(`**The budget (${settings.budgetMs} ms)`);
});

test('README and the description of records lead to the definitions', () => {
  expect(read('README.md')).toContain('](docs/figures.md)');
  expect(read('docs/records.md')).toContain('](figures.md)');
  expect(docs).toContain('](records.md)');
});
