import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONVENTIONS } from '../../../src/core/settings.ts';
import { instrumentsOf } from '../../../src/history/telemetry/instruments.ts';

const docs = readFileSync(new URL('../../../docs/telemetry.md', import.meta.url), 'utf8');
const all = CONVENTIONS.map((name) => Object.values(instrumentsOf(name)).flat());

test.each(all)(
  'durations can be judged at 0.3 s and summed with the buckets of others',
  (...list) => {
    const advised = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power);
    const durations = list.filter(({ unit }) => unit === 's');
    expect(durations.length).toBeGreaterThanOrEqual(10);
    for (const { edges = [] } of durations) {
      expect(edges).toContain(0.3);
      expect(edges).toEqual([...edges].sort((a, b) => a - b));
      for (const edge of advised) expect(edges).toContain(edge);
    }
  },
);

test('one name is one instrument: same kind, unit and edges wherever it stands', () => {
  for (const list of all) {
    const byName = new Map<string, string>();
    for (const { name, kind, unit, edges, description } of list) {
      const shape = JSON.stringify([kind, unit, edges, description]);
      expect(byName.get(name) ?? shape).toBe(shape);
      byName.set(name, shape);
    }
  }
});

test('the conventions share none of their names, and ours are the same under both', () => {
  const [operation = [], inference = []] = all.map((list) => list.map(({ name }) => name));
  const both = operation.filter((name) => inference.includes(name));
  expect(both.length).toBeGreaterThan(5);
  for (const name of both) expect(name).toMatch(/^first_token\.client\./);
});

test('every instrument and every attribute of ours is explained in the docs', () => {
  for (const { name } of all.flat()) expect(docs).toContain(`\`${name}\``);
  for (const name of ['model.id', 'trigger', 'outcome', 'in_time', 'language', 'provenance'])
    expect(docs).toContain(`\`first_token.${name}\``);
});
