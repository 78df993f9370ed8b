import { describe, expect, test } from 'vitest';
import type { LaneRecord, ShownSource, SilenceReason } from '../../src/core/record.ts';
import {
  errorWords,
  firstTokenWords,
  laneSpoken,
  longestPhaseWords,
  outcomeWords,
  raceHeadline,
} from '../../src/panel/lane-words.ts';
import { laterShows } from '../../src/panel/later-shows.ts';
import { raceFacts } from '../../src/panel/race-facts.ts';
import {
  hostedLane,
  lane,
  race,
  refusedLane,
  stoppedLane,
  unsureLane,
} from '../support/panel-fixtures.ts';

const name = (id: string) => id;
const facts = raceFacts({ races: [], models: [] });
/** What the race `now` showed: its own text, or what the race `before` had asked for. */
const shownFrom = (model: string, source: ShownSource) => ({
  id: 'now',
  shown: { race: source === 'race' ? 'now' : 'before', model, source, chars: 4 },
});
const nothingShown = { returnedMs: null, shown: null } as const;

describe('how a request ended', () => {
  const other = shownFrom('other', 'race');
  test.each<[string, LaneRecord, Parameters<typeof race>[1], string, string]>([
    ['its text was shown', lane('a'), {}, 'won', 'plain'],
    ['it was shown past the budget', lane('a'), { returnedMs: 452 }, 'won, late by 152', 'late'],
    ['it was aborted', stoppedLane('a', 147), other, 'beaten, stopped at 147', 'plain'],
    [
      'the person typed against it',
      stoppedLane('a', 147),
      { ...nothingShown, silence: 'superseded' },
      'outrun, stopped at 147',
      'plain',
    ],
    [
      'what it said was there already',
      lane('a', { dropped: 'repeats-suffix' }),
      other,
      'filtered: it is there already',
      'plain',
    ],
    [
      'nobody waited any more',
      stoppedLane('a', 10_000),
      { ...nothingShown, silence: 'late' },
      'over budget, stopped at 10,000',
      'late',
    ],
    ['it was not sure', unsureLane(0.314), other, 'unsure, 0.31', 'plain'],
    ['it had nothing to say', lane('a', { outcome: 'silent' }), other, 'empty answer', 'plain'],
    ['the server refused', refusedLane('a', 401), other, 'HTTP 401', 'bad'],
    ['another was first', lane('a'), other, 'beaten', 'plain'],
    ['too late, another shown', lane('a', { firstLineMs: 800 }), other, 'beaten, and late', 'late'],
    [
      'too late, nothing shown',
      lane('a', { firstLineMs: 452 }),
      { ...nothingShown, silence: 'late' },
      'late by 152',
      'late',
    ],
    [
      'the writer typed on, and it still agreed',
      lane('a'),
      { ...nothingShown, silence: 'superseded' },
      'went on to the next key',
      'plain',
    ],
  ])('%s', (_, record, part, text, tone) => {
    expect(outcomeWords(record, race([record], part))).toEqual({ text, tone });
  });

  test('a winner that was asked after another server is the hedge, under the adaptive policy only', () => {
    const [first, second] = [stoppedLane('first', 206), hostedLane('second', { dispatchedMs: 90 })];
    const won = shownFrom('second', 'race');
    expect(outcomeWords(second, race([first, second], won)).text).toBe(
      'won (hedge), asked 66 ms after the first',
    );
    const all = race([first, second], { ...won, policy: 'race' });
    expect(outcomeWords(second, all).text).toBe('won, asked 66 ms after the first');
  });

  test('a request that was asked well after the first says so, since its own wait looks like slowness', () => {
    const late = hostedLane('late', { dispatchedMs: 430, connectedMs: 431, firstLineMs: 560 });
    const builtIn = { ...unsureLane(0.2), dispatchedMs: 101, endMs: 102 };
    const asked = race([builtIn, late], nothingShown);
    expect(asked.lanes.map((each) => outcomeWords(each, asked).text)).toEqual([
      'unsure, 0.20',
      'late by 260, asked 329 ms after the first',
    ]);
    const alone = race([late], nothingShown);
    expect(outcomeWords(late, alone).text).toBe('late by 260');
    const debounced = race([unsureLane(0.2), hostedLane('soon')], nothingShown);
    expect(debounced.lanes.map((each) => outcomeWords(each, debounced).text).join()).not.toContain(
      'after the first',
    );
  });

  test('an earlier keystroke’s request that served this one did not win this race', () => {
    const joined = race([lane('a')], shownFrom('a', 'in-flight'));
    expect(outcomeWords(lane('a'), joined).text).toBe('beaten');
  });

  test('a request whose text a later keystroke showed says so, and the others of its race do not', () => {
    const asked = race([lane('a'), lane('b')], {
      returnedMs: null,
      shown: null,
      silence: 'superseded',
    });
    const later = race([], {
      shown: { race: asked.id, model: 'a', source: 'in-flight', chars: 4 },
    });
    const shownLater = laterShows([later, asked]);
    expect(asked.lanes.map((each) => outcomeWords(each, asked, shownLater).text)).toEqual([
      'shown to a later key',
      'went on to the next key',
    ]);
  });

  test.each([
    [{ code: 'timeout' }, 'timed out'],
    [{ code: 'unreachable' }, 'unreachable'],
    [{ code: 'auth', status: 403 }, 'HTTP 403'],
    [{ code: 'auth' }, 'key refused'],
    [undefined, 'failed'],
  ] as const)('the failure %j is %s', (error, text) => {
    expect(errorWords(error)).toBe(text);
  });
});

describe('the headline of a race', () => {
  test.each<[Parameters<typeof race>[1], string]>([
    [{}, 'shown at 147 ms from a'],
    [shownFrom('a', 'in-flight'), 'shown at 147 ms from a, asked by an earlier keystroke'],
    [{ ...shownFrom('a', 'memory'), returnedMs: 2 }, 'shown at 2 ms from a, already in memory'],
    [nothingShown, 'nothing shown'],
  ])('%j', (part, text) => {
    expect(raceHeadline(race([lane('a')], part), name).text).toBe(text);
  });

  test('late silence names when the first usable line came', () => {
    const late = race([lane('a', { firstLineMs: 1452 }), lane('b', { firstLineMs: 452 })], {
      ...nothingShown,
      silence: 'late',
    });
    expect(raceHeadline(late, name).text).toBe('nothing shown: first usable line came at 452 ms');
  });

  test.each<SilenceReason>([
    'superseded',
    'late',
    'unsure',
    'empty',
    'repeats-suffix',
    'loop',
    'leaked-token',
    'unbalanced',
    'failed',
    'no-model',
  ])('silence because of %s has its own words', (silence) => {
    const { text } = raceHeadline(race([], { ...nothingShown, silence }), name);
    expect(text).toMatch(/^nothing shown: [a-z, -]+$/);
  });

  test('a request that was sent ahead says so, and nothing of a key', () => {
    const ahead = race([lane('a')], { ...nothingShown, trigger: 'ahead', silence: 'unasked' });
    expect(raceHeadline(ahead, name).text).toBe('asked ahead, after a shown text');
    expect(outcomeWords(lane('a'), ahead).text).toBe('asked ahead, not shown');
    expect(outcomeWords(lane('a'), ahead, () => true).text).toBe('shown to a later key');
  });

  test('text that was shown past the budget is marked late', () => {
    expect(raceHeadline(race([lane('a')], { returnedMs: 301 }), name).tone).toBe('late');
    expect(raceHeadline(race([lane('a')], { returnedMs: 300 }), name).tone).toBe('plain');
  });
});

describe('the first token', () => {
  test('counts from the keystroke for the budget and from the send for the server', () => {
    expect(firstTokenWords(lane('a'), 300, 'key').text).toBe('117');
    expect(firstTokenWords(lane('a'), 300, 'send').text).toBe('93');
  });

  test('is late only against the keystroke', () => {
    const late = lane('a', { firstTokenMs: 340 });
    expect(firstTokenWords(late, 300, 'key').tone).toBe('late');
    expect(firstTokenWords(late, 300, 'send').tone).toBe('plain');
  });

  test('of a stopped request is "at least", and of a refused one nothing', () => {
    expect(firstTokenWords(stoppedLane('a', 147), 300, 'key').text).toBe('≥ 147');
    expect(firstTokenWords(stoppedLane('a', 147), 300, 'send').text).toBe('≥ 123');
    expect(firstTokenWords(refusedLane('a', 401), 300, 'key').text).toBe('–');
  });
});

test('the longest phase is sought before the first token, and is "at least" where it was cut', () => {
  const longest = (each: LaneRecord) => longestPhaseWords(facts.segments(each));
  expect(longest(hostedLane('a', { lastTokenMs: 4000 }))).toBe('server 120');
  expect(longest(stoppedLane('a', 147))).toBe('server ≥\u00A087');
  expect(longest(unsureLane(0.2, 0.4))).toBe('compute <1');
});

test('a wait in the scheduler is the longest phase, not the model', () => {
  const queued = lane('a', { firstTokenMs: 2117, server: { queueMs: 2000, prefillMs: 88 } });
  expect(longestPhaseWords(facts.segments(queued))).toBe(`queue ${(2000).toLocaleString()}`);
});

test('the spoken timeline says every phase, how it is known, and how it ended', () => {
  const record = lane('a', { server: {}, processingMs: 32 });
  expect(laneSpoken(record, race([record]), name, facts)).toBe(
    'a: first token 117 ms after the keystroke, warm connection, wait 24 ms, queue 8 ms (derived), prefill 85 ms (derived), first line 30 ms, decode 132 ms, 164 characters received, won.',
  );
});
