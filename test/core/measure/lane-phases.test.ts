import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lanePhases } from '../../../src/core/measure/lane-phases.ts';
import { laneQueue } from '../../../src/core/measure/lane-queue.ts';
import type { Floor } from '../../../src/core/protocol.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { failed, lane, mute, spoken, stopped } from '../../support/records.ts';

/** For 1000 tokens that are not cached: 200 ms, 100 of them for the tokens. */
const floor: Floor = {
  baseMs: 100,
  msPerUncachedToken: 0.1,
  plusMinusMs: 40,
  longestTokens: 1500,
  charsPerToken: 4,
  n: 100,
};

/** A request that waited 2 s in the scheduler: sent at 20, connected at 30, round trip 10, first token at 2240. */
const waited = (changes: Partial<LaneRecord>) =>
  lane({
    dispatchedMs: 20,
    connectedMs: 30,
    roundTripMs: 10,
    firstChunkMs: 2240,
    firstTokenMs: 2240,
    lastTokenMs: 2600,
    endMs: 2600,
    usage: { promptTokens: 1500, cachedTokens: 500 },
    server: {},
    ...changes,
  });

/** For example `queue 2000 derived ±40`. */
function words(record: LaneRecord, by: Floor | null = null): string[] {
  return lanePhases(record, by).map(({ name, ms, from, plusMinusMs }) => {
    const rounded = Math.round(ms * 100) / 100;
    return `${name} ${rounded} ${from}${plusMinusMs === null ? '' : ` ±${plusMinusMs}`}`;
  });
}

const BEFORE = ['wait 20 derived', 'connect 10 derived', 'network 10 derived'];

const backEnds: readonly [what: string, changes: Partial<LaneRecord>, after: readonly string[]][] =
  [
    [
      'llama-server with progress',
      { processingMs: 2040, server: { prefillMs: 190, decodeMs: 300 } },
      ['queue 2000 derived', 'prefill 190 server', 'server 10 derived'],
    ],
    [
      'llama-server with progress, stopped before it could report',
      { outcome: 'stopped', processingMs: 2040 },
      ['queue 2000 derived', 'prefill 200 derived'],
    ],
    [
      'llama-server without progress',
      { server: { prefillMs: 190, decodeMs: 300 } },
      ['queue 2010 derived', 'prefill 190 server'],
    ],
    [
      'Ollama, whose load holds its scheduler',
      {
        provider: 'ollama',
        server: { totalMs: 2550, loadMs: 1500, prefillMs: 190, decodeMs: 350 },
      },
      ['queue 510 derived', 'load 1500 server', 'prefill 190 server'],
    ],
    [
      'Ollama with the whole prompt cached, which it leaves out',
      { provider: 'ollama', server: { totalMs: 2550, decodeMs: 350 } },
      ['queue 2200 derived'],
    ],
    [
      'vLLM',
      {
        provider: 'openai-completions',
        server: { queueMs: 1985, prefillMs: 180, decodeMs: 300 },
      },
      ['queue 1985 server', 'prefill 180 server', 'server 35 derived'],
    ],
    [
      'Groq and Cerebras, idle',
      {
        provider: 'openai-completions',
        firstTokenMs: 240,
        server: { queueMs: 0, prefillMs: 30, decodeMs: 300 },
      },
      ['queue 0 server', 'prefill 30 server', 'server 170 derived'],
    ],
    [
      'Fireworks on a deployment of its own',
      {
        provider: 'openai-completions',
        server: { queueMs: 1950, prefillMs: 200, ttftMs: 2190 },
      },
      ['queue 1950 server', 'prefill 200 server', 'server 50 derived'],
    ],
    [
      'a server that reports its time to first token and its prefill',
      { provider: 'openai-completions', server: { prefillMs: 190, ttftMs: 2180 } },
      ['queue 1990 derived', 'prefill 190 server', 'server 20 derived'],
    ],
    [
      'Fireworks without a deployment of its own: its total alone tells nothing apart',
      { provider: 'openai-completions', server: { ttftMs: 2190 } },
      ['server 2200 derived'],
    ],
    [
      'DeepSeek, whose last keep-alive bounds the queue from below',
      { provider: 'openai-completions', waitingMs: 1840, firstChunkMs: 2235 },
      ['queue 1800 derived ±395', 'server 400 derived ±395'],
    ],
    [
      'one that tells nothing',
      { provider: 'openai-completions', server: {} },
      ['server 2200 derived'],
    ],
  ];

test.each(backEnds)('%s', (_, changes, after) => {
  const told = words(waited(changes));
  expect(told.slice(0, 3)).toEqual(BEFORE);
  expect(told.slice(3)).toEqual(after);
});

test('a server that tells nothing is judged by what the model takes unqueued', () => {
  expect(words(waited({}), floor)).toEqual([
    ...BEFORE,
    'queue 2010 estimated ±40',
    'prefill 100 estimated ±40',
    'server 90 estimated ±40',
  ]);
});

test('within the uncertainty of the floor no queue is claimed', () => {
  expect(words(waited({ firstTokenMs: 269 }), floor)).toContain('queue 0 estimated ±40');
  expect(words(waited({ firstTokenMs: 271 }), floor)).toContain('queue 41 estimated ±40');
  expect(words(waited({ firstTokenMs: 130 }), floor)).toEqual([
    ...BEFORE,
    'queue 0 estimated ±40',
    'prefill 90 estimated ±40',
  ]);
});

test('a load that is reported is no queue', () => {
  const cold = waited({ server: { loadMs: 1900 } });
  expect(words(cold, floor)).toContain('load 1900 server');
  expect(words(cold, floor)).toContain('queue 110 estimated ±40');
});

test('without the size of the prompt a floor says nothing', () => {
  expect(words(waited({ usage: {}, promptSize: null }), floor)).toEqual([
    ...BEFORE,
    'server 2200 derived',
  ]);
});

test('of a prompt much longer than any that it knows a floor says nothing', () => {
  const prompt = (uncached: number) =>
    waited({ usage: { promptTokens: uncached, cachedTokens: 0 } });
  expect(laneQueue(prompt(2250), floor)?.from).toBe('estimated');
  expect(laneQueue(prompt(2251), floor)).toBeNull();
  expect(words(prompt(2251), floor)).toEqual([...BEFORE, 'server 2200 derived']);
});

test('what is not counted is estimated from the characters that the last prompt did not have', () => {
  const uncounted = waited({ usage: {}, promptSize: { chars: 6000, repeatedChars: 2000 } });
  expect(words(uncounted, floor)).toEqual(words(waited({}), floor));
});

test('whatever a server reports comes before what its protocol shows and before the floor', () => {
  const all = waited({ processingMs: 2000, waitingMs: 1500, server: { queueMs: 1700 } });
  expect(laneQueue(all, floor)).toEqual({ ms: 1700, from: 'server', plusMinusMs: null });
  const shown = waited({ processingMs: 2000, waitingMs: 1500 });
  expect(laneQueue(shown, floor)).toEqual({ ms: 1960, from: 'derived', plusMinusMs: null });
  const waiting = waited({ waitingMs: 1500, server: { prefillMs: 100 } });
  expect(laneQueue(waiting, floor)).toEqual({ ms: 1460, from: 'derived', plusMinusMs: 740 });
  const reported = waited({ server: { prefillMs: 100 } });
  expect(laneQueue(reported, floor)).toEqual({ ms: 2100, from: 'derived', plusMinusMs: null });
});

const contradictions: readonly [
  what: string,
  changes: Partial<LaneRecord>,
  after: readonly string[],
][] = [
  [
    'reports longer by rounding are shortened in proportion',
    { server: { queueMs: 2000, prefillMs: 214 } },
    ['network 0 derived', 'queue 1996.39 server', 'prefill 213.61 server'],
  ],
  [
    'reports far longer than the wait are dropped together',
    { server: { queueMs: 4000, prefillMs: 200 } },
    ['network 10 derived', 'server 2200 derived'],
  ],
  [
    'a prefill longer than since its first sign gives way to the sign',
    { processingMs: 2140, server: { prefillMs: 190 } },
    ['network 10 derived', 'queue 2100 derived', 'prefill 100 derived'],
  ],
  [
    'a total that runs on after the first token ends there',
    { server: { ttftMs: 9000, prefillMs: 200 } },
    ['network 0 derived', 'queue 2010 derived', 'prefill 200 server'],
  ],
  [
    'a round trip longer than what reports leave is shortened',
    { roundTripMs: 100, server: { queueMs: 2000, prefillMs: 190 } },
    ['network 20 derived', 'queue 2000 server', 'prefill 190 server'],
  ],
  [
    'a round trip longer than the whole wait is all of it',
    { roundTripMs: 5000 },
    ['network 2210 derived'],
  ],
  [
    'a sign of prefill before the round trip was over shows no queue',
    { processingMs: 35 },
    ['network 5 derived', 'queue 0 derived', 'prefill 2205 derived'],
  ],
  [
    'a sign of prefill or of waiting after the first token is none',
    { processingMs: 2300, waitingMs: 2300 },
    ['network 10 derived', 'server 2200 derived'],
  ],
];

test.each(contradictions)('%s', (_, changes, after) => {
  expect(words(waited(changes)).slice(2)).toEqual(after);
});

test('an unknown round trip is not shown and stays in what it cannot be told from', () => {
  expect(words(waited({ roundTripMs: null, server: { queueMs: 2000 } }))).toEqual([
    'wait 20 derived',
    'connect 10 derived',
    'queue 2000 server',
    'server 210 derived',
  ]);
});

test('a transport that cannot tell the connection leaves it in the time at the server', () => {
  const blind = waited({ connectedMs: null, roundTripMs: null, server: { prefillMs: 190 } });
  expect(words(blind)).toEqual(['wait 20 derived', 'queue 2030 derived', 'prefill 190 server']);
});

const unanswered: readonly [what: string, lane: LaneRecord, phases: readonly string[]][] = [
  ['stopped while connecting', stopped(500, { connectedMs: null }), ['wait 20 derived']],
  ['refused', failed(25, { connectedMs: null }), ['wait 20 derived']],
  [
    'stopped at the server',
    stopped(500, { roundTripMs: 8 }),
    ['wait 20 derived', 'connect 2 derived', 'network 8 derived', 'server 470 derived'],
  ],
  [
    'stopped in the middle of its prefill',
    stopped(500, { roundTripMs: 8, processingMs: 300 }),
    [
      'wait 20 derived',
      'connect 2 derived',
      'network 8 derived',
      'queue 270 derived',
      'server 200 derived',
    ],
  ],
  [
    'stopped while keep-alives came',
    stopped(500, { waitingMs: 400 }),
    ['wait 20 derived', 'connect 2 derived', 'queue 378 derived ±100', 'server 100 derived ±100'],
  ],
  [
    'ended without text, with reports',
    mute({ endMs: 120, server: { queueMs: 10, prefillMs: 50, decodeMs: 20 } }),
    [
      'wait 20 derived',
      'connect 2 derived',
      'queue 10 server',
      'prefill 50 server',
      'server 38 derived',
    ],
  ],
  ['the predictor', spoken(3), ['wait 0 derived', 'prefill 3 derived']],
];

test.each(unanswered)('%s, as far as it is known', (_, record, phases) => {
  expect(words(record, floor)).toEqual(phases);
});

const ms = fc.double({ min: 0, max: 5000, noNaN: true });
const mark = fc.option(ms, { nil: null });
const report = fc.option(fc.double({ min: 0, max: 8000, noNaN: true }), { nil: undefined });
const anyLane = fc
  .record({
    provider: fc.constantFrom('llama-server', 'ollama', 'openai-completions', 'embedded'),
    dispatchedMs: ms,
    connectedMs: mark,
    roundTripMs: mark,
    waitingMs: mark,
    processingMs: mark,
    firstTokenMs: mark,
    endMs: ms,
    promptSize: fc.constantFrom(null, { chars: 4000, repeatedChars: 1000 }),
    usage: fc.constantFrom({}, { promptTokens: 900, cachedTokens: 100 }),
    server: fc.record({
      queueMs: report,
      loadMs: report,
      prefillMs: report,
      decodeMs: report,
      ttftMs: report,
      totalMs: report,
    }),
  })
  .map(({ server, ...changes }) =>
    lane({
      ...changes,
      firstChunkMs: changes.firstTokenMs,
      server: JSON.parse(JSON.stringify(server)),
    }),
  );

test('whatever was stamped and reported, phases are never negative and add up', () => {
  fc.assert(
    fc.property(anyLane, fc.constantFrom(null, floor), (record, by) => {
      const phases = lanePhases(record, by);
      for (const phase of phases) expect(phase.ms).toBeGreaterThanOrEqual(0);
      const sum = phases.reduce((total, phase) => total + phase.ms, 0);
      const untilMs = record.firstTokenMs ?? record.endMs;
      const toldToTheEnd =
        record.provider === 'embedded' ||
        record.firstTokenMs !== null ||
        record.connectedMs !== null;
      expect(sum).toBeCloseTo(toldToTheEnd ? untilMs : Math.min(record.dispatchedMs, untilMs), 5);
    }),
    { numRuns: 2000 },
  );
});

test('each phase is told once, in the order of time', () => {
  const order = ['wait', 'connect', 'network', 'queue', 'load', 'prefill', 'server'];
  fc.assert(
    fc.property(anyLane, fc.constantFrom(null, floor), (record, by) => {
      const places = lanePhases(record, by).map((phase) => order.indexOf(phase.name));
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    }),
  );
});

test('the queue alone is the queue among the phases', () => {
  fc.assert(
    fc.property(anyLane, fc.constantFrom(null, floor), (record, by) => {
      const { name: _, ...among } = lanePhases(record, by).find(
        (phase) => phase.name === 'queue',
      ) ?? { name: null };
      const alone = laneQueue(record, by);
      if (alone === null) expect(among).toEqual({});
      else expect(among).toEqual({ ...alone, ms: expect.closeTo(alone.ms, 5) });
    }),
  );
});
