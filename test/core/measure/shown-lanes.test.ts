import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownLanes } from '../../../src/core/measure/shown-lanes.ts';
import { lane, race, shownText, stopped } from '../../support/records.ts';

test('a race credits the lane whose text it shows, and no other', () => {
  const winner = lane();
  const loser = lane({ model: 'gateway' });
  const races = [race({ returnedMs: 180, shown: shownText(), lanes: [loser, winner] })];
  expect([...shownLanes(races)]).toEqual([winner]);
});

test('nothing shown, nothing credited', () => {
  expect(shownLanes([race({ lanes: [lane()] })]).size).toBe(0);
});

test.each(['in-flight', 'memory'] as const)(
  'text that is shown from %s credits the request of the race that it names',
  (source) => {
    const said = lane({ endMs: 500 });
    const other = lane({ model: 'gateway', endMs: 500 });
    const races = [
      race({ id: 'asked', at: 1000, silence: 'superseded', lanes: [other, said] }),
      race({ id: 'next', at: 1090, returnedMs: 60, shown: shownText({ race: 'asked', source }) }),
    ];
    expect([...shownLanes(races)]).toEqual([said]);
  },
);

test('of two windows that race the same model at once, each is credited its own request', () => {
  const inOne = lane({ endMs: 900 });
  const inTwo = lane({ endMs: 900 });
  const races = [
    race({ id: 'one', at: 1000, silence: 'superseded', lanes: [inOne] }),
    race({ id: 'two', at: 1050, silence: 'superseded', lanes: [inTwo] }),
    race({ at: 1100, returnedMs: 60, shown: shownText({ race: 'one', source: 'in-flight' }) }),
  ];
  expect([...shownLanes(races)].map((credited) => credited === inOne)).toEqual([true]);
});

test('an old answer that fits again is credited, not the newest that the model gave', () => {
  const old = lane();
  const newest = lane();
  const races = [
    race({ id: 'old', at: 1000, silence: 'late', lanes: [old] }),
    race({ id: 'newest', at: 2000, silence: 'late', lanes: [newest] }),
    race({ at: 9000, returnedMs: 1, shown: shownText({ race: 'old', source: 'memory' }) }),
  ];
  expect([...shownLanes(races)].map((credited) => credited === old)).toEqual([true]);
});

test('a race that asked the shown model again credits only the request it joined', () => {
  const joined = lane({ endMs: 900 });
  const own = stopped(90);
  const races = [
    race({ id: 'asked', at: 1000, silence: 'superseded', lanes: [joined] }),
    race({
      id: 'next',
      at: 1100,
      returnedMs: 60,
      shown: shownText({ race: 'asked', source: 'in-flight' }),
      lanes: [own],
    }),
  ];
  expect([...shownLanes(races)]).toEqual([joined]);
});

test('a text whose request is no longer kept credits nobody', () => {
  const races = [
    race({ id: 'kept', at: 1000, silence: 'late', lanes: [lane()] }),
    race({ at: 1100, returnedMs: 1, shown: shownText({ race: 'gone', source: 'memory' }) }),
    race({ at: 1200, returnedMs: 1, shown: shownText({ race: 'kept', model: 'gateway' }) }),
  ];
  expect(shownLanes(races).size).toBe(0);
});

test('many keystrokes that show one lane credit it once', () => {
  const first = lane({ endMs: 300 });
  const races = [
    race({ id: 'first', returnedMs: 180, shown: shownText({ race: 'first' }), lanes: [first] }),
    ...Array.from({ length: 20 }, (_, index) =>
      race({
        id: `key ${index}`,
        returnedMs: 1,
        shown: shownText({ race: 'first', source: 'memory' }),
      }),
    ),
  ];
  expect([...shownLanes(races)]).toEqual([first]);
});

test('the order of the records and the times in them change nothing', () => {
  const index = fc.nat(7);
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: index, model: fc.constantFrom('a', 'b'), at: fc.nat() }), {
        minLength: 8,
        maxLength: 8,
      }),
      fc.func(fc.nat()),
      (texts, order) => {
        const races = texts.map(({ from, model, at }, id) =>
          race({
            id: `${id}`,
            at,
            shown: shownText({ race: `${from}`, model }),
            lanes: [lane({ model: 'a', endMs: id }), lane({ model: 'b', endMs: id })],
          }),
        );
        const named = texts.map(({ from, model }) => `${model}${from}`);
        const shuffled = races.toSorted((one, other) => order(one.id) - order(other.id));
        const credited = [...shownLanes(shuffled)].map((one) => `${one.model}${one.endMs}`);
        expect(credited.toSorted()).toEqual([...new Set(named)].toSorted());
      },
    ),
  );
});
