import type * as v from 'valibot';
import { expect, test } from 'vitest';
import type { JournalRecord, LaneRecord } from '../../src/core/record.ts';
import { fromRead, toWritten, type writtenShapes } from '../../src/history/record-schema.ts';
import {
  accept,
  failed,
  lane,
  measurement,
  mute,
  race,
  shownText,
  spoken,
} from '../support/records.ts';
import { withCanary } from '../support/with-canary.ts';

/** Mutable, and with "or undefined" on optional fields: the form in which the schema infers. */
type Inferred<T> = T extends readonly (infer Item)[]
  ? Inferred<Item>[]
  : T extends object
    ? {
        -readonly [K in keyof T]: object extends Pick<T, K>
          ? Inferred<T[K]> | undefined
          : Inferred<T[K]>;
      }
    : T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// Stops compiling when record.ts and the schema differ in a field or in a word.
const matchesType: Same<
  Inferred<JournalRecord>,
  Inferred<v.InferOutput<typeof writtenShapes.record>>
> = true;

const full = race({
  returnedMs: 190,
  shown: shownText(),
  lanes: [lane(), failed(40), mute(), spoken(1)],
});

test('every kind of record passes both ways unchanged', () => {
  expect(matchesType).toBe(true);
  for (const record of [full, accept(), race({ silence: 'late' })]) {
    expect(toWritten(record)).toEqual(record);
    expect(fromRead(JSON.parse(JSON.stringify(record)))).toEqual(record);
  }
});

test('a stray field is dropped on writing, at every depth', () => {
  for (const record of [full, accept(), measurement()]) {
    const strayed = withCanary(record, { prompt: 'CANARY const secret = 1' }) as JournalRecord;
    expect(JSON.stringify(strayed)).toContain('CANARY');
    expect(toWritten(strayed)).toEqual(record);
    expect(JSON.stringify(toWritten(strayed))).not.toContain('CANARY');
  }
});

test('a stray field makes a line not ours on reading', () => {
  expect(fromRead({ ...full, code: 'x' })).toBeNull();
  expect(fromRead({ ...full, shown: { ...shownText(), code: 'x' } })).toBeNull();
  expect(fromRead({ ...full, lanes: [{ ...lane(), code: 'x' }] })).toBeNull();
  expect(fromRead({ ...measurement(), step: { ...measurement().step, code: 'x' } })).toBeNull();
});

test.each([
  ['a time that is not finite', { ...full, at: Number.NaN }],
  ['an infinite end', { ...full, lanes: [{ ...lane(), endMs: Number.POSITIVE_INFINITY }] }],
  ['an end of no clock', { ...full, lanes: [{ ...lane(), endMs: 1e308 }] }],
  ['an end of the day after', { ...full, lanes: [{ ...lane(), endMs: 86_400_001 }] }],
  ['a dispatch before the key', { ...full, lanes: [{ ...lane(), dispatchedMs: -1 }] }],
  ['an end before the dispatch', { ...full, lanes: [{ ...lane(), dispatchedMs: 321 }] }],
  ['a time before all calendars', { ...full, at: -1 }],
  ['a time that no calendar has', { ...full, at: 8.65e15 }],
  ['a measuring request at no time', { ...measurement(), at: 1e308 }],
  ['more text than any memory', { ...full, lanes: [{ ...lane(), chars: 1e15 }] }],
  ['a budget of years', { ...full, budgetMs: 1e12 }],
  ['a missing field', { ...full, policy: undefined }],
  ['a shown text of no race', { ...full, shown: { ...shownText(), race: undefined } }],
  ['a negative count', { ...full, lanes: [{ ...lane(), chars: -1 }] }],
  ['half a piece', { ...full, lanes: [{ ...lane(), pieces: 0.5 }] }],
  ['an unknown outcome', { ...full, lanes: [{ ...lane(), outcome: 'won' }] }],
  ['an endless model name', { ...full, lanes: [{ ...lane(), model: 'x'.repeat(201) }] }],
  ['a thousand lanes', { ...full, lanes: Array.from({ length: 1000 }, () => lane()) }],
  ['an unknown kind', { ...full, kind: 'keystroke' }],
  ['another version', { ...full, v: 3 }],
  ['no object', 'race'],
  ['null', null],
])('%s is refused both ways', (_, value) => {
  expect(fromRead(value)).toBeNull();
  expect(toWritten(value as unknown as JournalRecord)).toBeNull();
});

test('a field that is present as undefined does not lose the record', () => {
  const record = { ...full, lanes: [{ ...lane(), confidence: undefined }] };
  const written = toWritten(record as unknown as JournalRecord);
  expect(JSON.parse(JSON.stringify(written))).toEqual({ ...full, lanes: [lane()] });
});

/** A mark, what is wrong with it, and which one is given up for it. */
const WRONG: readonly (readonly [string, Partial<LaneRecord>, keyof LaneRecord])[] = [
  ['far too large', { firstTokenMs: 1e308 }, 'firstTokenMs'],
  ['far too small', { firstTokenMs: -1e308 }, 'firstTokenMs'],
  ['before the key', { connectedMs: -1 }, 'connectedMs'],
  ['endless', { headersMs: Number.POSITIVE_INFINITY }, 'headersMs'],
  ['a connection before the dispatch', { connectedMs: 19 }, 'connectedMs'],
  ['headers before the connection', { headersMs: 21 }, 'headersMs'],
  ['a first chunk before the headers', { firstChunkMs: 59 }, 'firstChunkMs'],
  ['a first token before the first chunk', { firstTokenMs: 119 }, 'firstTokenMs'],
  ['an answer before the first token', { firstAnswerMs: 119 }, 'firstAnswerMs'],
  ['a last token before the first', { lastTokenMs: 119 }, 'lastTokenMs'],
  ['a line before the answer', { firstLineMs: 119 }, 'firstLineMs'],
  ['a sign of waiting before the dispatch', { waitingMs: 19 }, 'waitingMs'],
];

test.each(WRONG)('%s: the mark is given up on writing, the line on reading', (_, wrong, mark) => {
  const odd = { ...lane(), ...wrong };
  const written = toWritten(race({ lanes: [odd] }));
  expect(written).toEqual(race({ lanes: [{ ...odd, [mark]: null }] }));
  expect(fromRead(written)).toEqual(written);
  expect(fromRead(race({ lanes: [odd] }))).toBeNull();
  expect(fromRead({ ...measurement(), lane: odd })).toBeNull();
});

test('a curve that runs backwards is given up on writing, the line on reading', () => {
  const odd = lane({
    curve: [
      [120, 1, 3, null],
      [119, 2, 6, null],
    ],
  });
  expect(toWritten(race({ lanes: [odd] }))).toEqual(race({ lanes: [lane()] }));
  expect(fromRead(race({ lanes: [odd] }))).toBeNull();
});

test('the editor may ask a moment before it tells of the key, but not a minute', () => {
  const early = race({ askedMs: -0.3 });
  expect(fromRead(early)).toEqual(early);
  expect(toWritten(race({ askedMs: -60_000 }))).toEqual(race({ askedMs: null }));
  expect(fromRead(race({ askedMs: -60_000 }))).toBeNull();
});

test('an odd number from a server is dropped on writing and does not cost the record', () => {
  const odd = {
    ...lane(),
    usage: { promptTokens: 9, completionTokens: 2.5 },
    server: { queueMs: Number.POSITIVE_INFINITY, prefillMs: 3 },
    confidence: Number.NaN,
  };
  const written = toWritten(race({ lanes: [odd] }));
  const { confidence: _, ...kept } = {
    ...odd,
    usage: { promptTokens: 9 },
    server: { prefillMs: 3 },
  };
  expect(JSON.parse(JSON.stringify(written))).toEqual(race({ lanes: [kept] }));
  expect(fromRead({ ...full, lanes: [{ ...odd, confidence: 0 }] })).toBeNull();
});

test('an endless language id is cut on writing', () => {
  const written = toWritten({ ...full, language: 'x'.repeat(5000) });
  expect(written).toEqual({ ...full, language: 'x'.repeat(200) });
  expect(fromRead(written)).toEqual(written);
});

test('a measuring request passes both ways unchanged', () => {
  const record = measurement();
  expect(toWritten(record)).toEqual(record);
  expect(fromRead(JSON.parse(JSON.stringify(record)))).toEqual(record);
});

test('a line of version 1 is read as today, what it did not know as null', () => {
  const { roundTripMs, waitingMs, firstChunkMs, firstAnswerMs, curve, promptSize, ...old } = lane();
  const version1 = { ...race({ lanes: [old as LaneRecord] }), v: 1 };
  expect(fromRead(version1)).toEqual(
    race({ lanes: [lane({ firstChunkMs: null, firstAnswerMs: old.firstTokenMs })] }),
  );
  expect(fromRead({ ...accept(), v: 1 })).toEqual(accept());
});

test('a line of version 1 with a field of version 2 is not ours', () => {
  expect(fromRead({ ...race({ lanes: [lane()] }), v: 1 })).toBeNull();
  expect(fromRead({ ...measurement(), v: 1 })).toBeNull();
});
