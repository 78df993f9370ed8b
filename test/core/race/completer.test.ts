import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CompletionError } from '../../../src/core/outcome.ts';
import type { Answer } from '../../../src/core/race/answer.ts';
import type { RacePolicy } from '../../../src/core/settings.ts';
import { completerBench as bench } from '../../support/completer-bench.ts';
import { atCursor } from '../../support/cursor.ts';
import type { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeModel, createFakePredictor, type FakeModel } from '../../support/fake-model.ts';

describe('a race', () => {
  const two = (clock: ReturnType<typeof createFakeClock>) => [
    createFakeModel(clock, { id: 'fast', script: [120, 'b + c;', '\n', 500, 'more'] }),
    createFakeModel(clock, { id: 'slow', script: [420, 'other;', '\n'] }),
  ];

  test('returns the first complete line once and ends the loser down to its socket', async () => {
    const { clock, ask, models } = bench({ models: two });
    const { state } = ask('const a = █');
    await clock.advance(119);
    expect(state.answer).toBeUndefined();
    await clock.advance(1);
    expect(state.answer).toMatchObject({ modelId: 'fast', text: 'b + c;', source: 'race' });
    expect(models[1]?.requests[0]?.abortedAtMs).toBe(1000 + 120);
  });

  test('lets the winner go on, for the lines after the one shown', async () => {
    const { clock, ask, models, races } = bench({ models: two });
    ask('const a = █');
    await clock.advance(130);
    expect(models[0]?.requests[0]?.abortedAtMs).toBeNull();
    expect(races()).toHaveLength(0);
    await clock.advance(1000);
    expect(races()).toHaveLength(1);
    expect(races()[0]?.lanes.map((lane) => lane.outcome)).toEqual(['finished', 'stopped']);
  });

  test('writes down every mark from the keystroke', async () => {
    const { clock, ask, races } = bench({ models: two });
    ask('const a = █');
    await clock.advance(2000);
    const race = races()[0];
    expect(race).toMatchObject({
      askedMs: 60,
      returnedMs: 180,
      shown: { race: race?.id, model: 'fast', source: 'race', chars: 6 },
      silence: null,
      policy: 'race',
      budgetMs: 300,
    });
    expect(race?.lanes[0]).toMatchObject({
      model: 'fast',
      dispatchedMs: 60,
      connectedMs: 60,
      firstTokenMs: 180,
      firstLineMs: 180,
      lastTokenMs: 680,
      endMs: 680,
      pieces: 3,
      chars: 11,
    });
    expect(race?.lanes[1]).toMatchObject({ outcome: 'stopped', firstTokenMs: null, endMs: 180 });
    expect(JSON.stringify(race)).not.toContain('const a');
  });

  test('measures a share of the losers up to their first token, and not further', async () => {
    const { clock, ask, models, races } = bench({
      models: two,
      settings: { shadow: 0.5 },
      random: () => 0.49,
    });
    ask('const a = █');
    await clock.advance(2000);
    expect(models[1]?.requests[0]?.abortedAtMs).toBe(1000 + 420);
    expect(races()[0]?.lanes[1]).toMatchObject({ outcome: 'stopped', firstTokenMs: 480 });
  });

  test('leaves no timer behind', async () => {
    const { clock, ask } = bench({ models: two });
    ask('const a = █');
    await clock.advance(3000);
    expect(clock.sleeping()).toBe(0);
  });

  test('a late answer is still handed over while the question stands', async () => {
    const { clock, ask } = bench({
      models: (c) => [createFakeModel(c, { script: [900, 'late;', '\n'] })],
    });
    const { state } = ask('const a = █');
    await clock.advance(1000);
    expect(state.answer?.text).toBe('late;');
    expect(state.atMs).toBe(960);
  });
});

describe('the predictor beside models', () => {
  const slow = (c: ReturnType<typeof createFakeClock>) =>
    createFakeModel(c, { id: 'slow', script: [900, 'late;', '\n'] });

  test('spares every request when it is nearly certain', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [createFakePredictor(c, { text: 'sure;', probability: 0.95 }), slow(c)],
    });
    const { state } = ask('const a = █');
    await clock.settle();
    expect(state.answer).toMatchObject({ modelId: 'built-in', text: 'sure;', confidence: 0.95 });
    expect(models[1]?.requests).toHaveLength(0);
  });

  test('stands in at the deadline, early enough to be painted within the budget', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [createFakePredictor(c, { text: 'maybe;', probability: 0.6 }), slow(c)],
    });
    const { state } = ask('const a = █');
    await clock.advance(1000);
    expect(state.answer?.text).toBe('maybe;');
    expect(state.atMs).toBe(190);
    expect(models[1]?.requests[0]?.abortedAtMs).toBeNull();
  });

  test('stands in at once when every server is dead', async () => {
    const dead = new CompletionError('unreachable', 'No server.');
    const { clock, ask, races } = bench({
      models: (c) => [
        createFakePredictor(c, { text: 'maybe;', probability: 0.6 }),
        createFakeModel(c, { id: 'one', script: [dead] }),
        createFakeModel(c, { id: 'two', script: [5, dead] }),
      ],
    });
    const { state } = ask('const a = █');
    await clock.advance(6);
    expect(state.answer?.modelId).toBe('built-in');
    expect(state.atMs).toBe(65);
    expect(races()[0]?.lanes.map((lane) => lane.error?.code)).toEqual([
      undefined,
      'unreachable',
      'unreachable',
    ]);
  });

  test('a hanging server costs no more than the deadline and ends as a timeout', async () => {
    const { clock, ask, races } = bench({
      models: (c) => [
        createFakePredictor(c, { text: 'maybe;', probability: 0.6 }),
        createFakeModel(c, { id: 'hangs', script: [1e9, 'never'] }),
      ],
    });
    const { state } = ask('const a = █');
    await clock.advance(2100);
    expect(state.atMs).toBe(190);
    expect(races()[0]?.lanes[1]).toMatchObject({ outcome: 'failed', error: { code: 'timeout' } });
  });
});

describe('typing on', () => {
  const model = (c: ReturnType<typeof createFakeClock>) =>
    createFakeModel(c, { id: 'm', script: [100, 'value + 1;', '\n', 'next();', '\n'] });

  test('through the shown text is answered from memory with the rest, without a request', async () => {
    const { clock, ask, models } = bench({ models: (c) => [model(c)] });
    ask('const a = █');
    await clock.advance(200);
    const { state } = ask('const a = val█');
    await clock.settle();
    expect(state.answer).toMatchObject({ text: 'ue + 1;', source: 'memory', modelId: 'm' });
    expect(models[0]?.requests).toHaveLength(1);
  });

  test('through a block in a document with carriage returns, from a model that writes them too', async () => {
    const { clock, ask, models, rejected } = bench({
      models: (c) => [createFakeModel(c, { script: [100, 'one();\r', '\n', '  two();\r\n'] })],
    });
    ask('{\r\n  █\r\n}');
    await clock.advance(300);
    const { state } = ask('{\r\n  one();\r\n  t█\r\n}');
    await clock.settle();
    expect(state.answer?.text).toBe('wo();');
    expect(rejected).toEqual([]);
    expect(models[0]?.requests).toHaveLength(1);
  });

  test('to its end, or accepting it, offers what the model said next', async () => {
    const { clock, ask, models } = bench({ models: (c) => [model(c)] });
    ask('const a = █');
    await clock.advance(200);
    const { state } = ask('const a = value + 1;█');
    await clock.settle();
    expect(state.answer).toMatchObject({ text: '\nnext();', source: 'memory' });
    expect(models[0]?.requests).toHaveLength(1);
  });

  test('against it lets go of it, tells so, and asks anew', async () => {
    const { clock, ask, models, rejected } = bench({ models: (c) => [model(c)] });
    ask('const a = █');
    await clock.advance(200);
    ask('const a = x█');
    await clock.settle();
    expect(rejected).toEqual(['value + 1;']);
    expect(models[0]?.requests).toHaveLength(2);
  });

  test('before the answer came joins the request in flight', async () => {
    const { clock, ask, models, races } = bench({ models: (c) => [model(c)] });
    const first = ask('const a = █');
    await clock.advance(50);
    first.cancel();
    const second = ask('const a = va█');
    await clock.advance(60);
    expect(first.state.answer).toBeNull();
    expect(second.state.answer).toMatchObject({ text: 'lue + 1;', source: 'in-flight' });
    expect(models[0]?.requests).toHaveLength(1);
    await clock.advance(500);
    expect(second.state.answer).toMatchObject({ raceId: 'race-2', sourceRaceId: 'race-1' });
    expect(races()).toMatchObject([
      { id: 'race-2', shown: { race: 'race-1', model: 'm', source: 'in-flight' }, lanes: [] },
      { id: 'race-1', shown: null, silence: 'superseded', lanes: [{ model: 'm' }] },
    ]);
  });

  test('through text from a request in flight still names the race that asked', async () => {
    const { clock, ask, races } = bench({ models: (c) => [model(c)] });
    const first = ask('const a = █');
    await clock.advance(50);
    first.cancel();
    ask('const a = va█');
    await clock.advance(60);
    ask('const a = valu█');
    await clock.advance(500);
    ask('const a = value + 1;█');
    await clock.settle();
    const shown = new Map(races().map((race) => [race.id, race.shown]));
    expect(shown.get('race-3')).toMatchObject({ race: 'race-1', source: 'memory' });
    expect(shown.get('race-4')).toMatchObject({ race: 'race-1', source: 'memory' });
  });

  test('and accepting names the race that showed the text, whose record leads to the request', async () => {
    const { clock, ask, completer, records, races } = bench({ models: (c) => [model(c)] });
    ask('const a = █');
    await clock.advance(200);
    const { state } = ask('const a = val█');
    await clock.advance(1000);
    if (state.answer) completer.accepted(state.answer);
    expect(records.at(-1)).toMatchObject({ kind: 'accept', race: 'race-2', chars: 7 });
    const showed = races().find((race) => race.id === 'race-2');
    expect(showed?.shown).toEqual({ race: 'race-1', model: 'm', source: 'memory', chars: 7 });
  });

  test('against a request in flight ends it at the document change, before the next question', async () => {
    const { clock, ask, models, completer } = bench({
      models: (c) => [createFakeModel(c, { script: [50, 'val', 500, 'ue'] })],
    });
    ask('const a = █');
    await clock.advance(60);
    const { request, offset } = atCursor('const a = x█');
    completer.edited({ ...request, offset });
    expect(models[0]?.requests[0]?.abortedAtMs).toBe(1060);
  });

  test('asks anew when the joined request turns out to disagree', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [
        createFakeModel(c, {
          script: (request) =>
            request.prefix.endsWith('x') ? [100, 'yz;', '\n'] : [100, 'other', 500],
        }),
      ],
    });
    const first = ask('const a = █');
    await clock.advance(50);
    first.cancel();
    const { state } = ask('const a = x█');
    await clock.advance(60);
    expect(models[0]?.requests.map((one) => one.abortedAtMs)).toEqual([1100, null]);
    await clock.advance(100);
    expect(state.answer?.text).toBe('yz;');
  });

  test('waits for a slow model in flight, and asks the quick one anew at once', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [
        createFakeModel(c, { id: 'quick', script: [50, 'one;', '\n'] }),
        createFakeModel(c, { id: 'slow', script: [1000, 'two;', '\n'] }),
      ],
    });
    const first = ask('const a = █');
    await clock.advance(20);
    first.cancel();
    await clock.advance(40);
    // The quick answer "one;" has come and does not agree with what is typed; "two;" is still open.
    const { state } = ask('const a = x█');
    await clock.advance(50);
    expect(state.answer).toMatchObject({ modelId: 'quick' });
    expect(models.map((model) => model.requests.length)).toEqual([2, 1]);
  });

  test('ends a request when other text in the document changes', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [createFakeModel(c, { script: [1000, 'a'] })],
    });
    ask('let b;\nconst a = █');
    await clock.advance(10);
    ask('let c;\nconst a = █');
    await clock.settle();
    expect(models[0]?.requests[0]?.abortedAtMs).not.toBeNull();
    expect(models[0]?.requests).toHaveLength(2);
  });

  test('a bracket that the editor closes on its own is not a disagreement', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [createFakeModel(c, { script: [100, 'call(one, two);', '\n'] })],
    });
    ask('█');
    await clock.advance(200);
    const { state } = ask('call(█)');
    await clock.settle();
    expect(state.answer).toMatchObject({ text: 'one, two);', replaceAfter: 1 });
    expect(models[0]?.requests).toHaveLength(1);
  });
});

describe('taking the shown text', () => {
  const block = ['one(a);', '\n', '  two(b);', '\n', '  three(c);', '\n'];
  const answered = async () => {
    const all = bench({ models: (c) => [createFakeModel(c, { script: [100, ...block] })] });
    const { state } = all.ask('{\n  █\n}');
    await all.clock.advance(200);
    expect(state.answer?.text).toBe('one(a);\n  two(b);\n  three(c);');
    const next = async (document: string) => {
      const { state } = all.ask(document);
      await all.clock.settle();
      return state.answer;
    };
    return { ...all, next };
  };

  test.each([
    ['a word', 'one', '(a);\n  two(b);\n  three(c);'],
    ['two words', 'one(a', ');\n  two(b);\n  three(c);'],
    ['a line', 'one(a);', '\n  two(b);\n  three(c);'],
    ['two lines', 'one(a);\n  two(b);', '\n  three(c);'],
  ])('by %s keeps the rest on screen', async (_name, taken, rest) => {
    const { next, models, rejected } = await answered();
    expect(await next(`{\n  ${taken}█\n}`)).toMatchObject({ text: rest, source: 'memory' });
    expect(rejected).toEqual([]);
    expect(models[0]?.requests).toHaveLength(1);
  });

  test('as a whole offers at once what the same answer says beyond it', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [createFakeModel(c, { script: [100, 'first +', 150, ' second;'] })],
    });
    const one = ask('a = █');
    await clock.advance(220);
    expect(one.state.answer?.text).toBe('first');
    await clock.advance(100);
    const { state } = ask('a = first█');
    await clock.settle();
    expect(state.answer).toMatchObject({ text: ' + second;', source: 'memory' });
    expect(models[0]?.requests).toHaveLength(1);
  });

  test('and undoing that shows it again, without a request', async () => {
    const { next, models } = await answered();
    await next('{\n  one(a);\n  two(b);\n  three(c);█\n}');
    const asked = models[0]?.requests.length;
    expect((await next('{\n  █\n}'))?.text).toBe('one(a);\n  two(b);\n  three(c);');
    expect(models[0]?.requests).toHaveLength(asked ?? -1);
  });
});

describe('a head start', () => {
  const place = (document: string, keystrokeAtMs: number) => atCursor(document, { keystrokeAtMs });

  test('begins at the key, and the question that the editor asks joins it', async () => {
    const { clock, completer, ask, models, races } = bench({
      models: (c) => [createFakeModel(c, { id: 'm', script: [100, 'b;', '\n'] })],
    });
    completer.begin(place('a = █', clock.nowMs()));
    await clock.advance(60);
    const { state } = ask('a = █');
    await clock.advance(40);
    expect(state).toMatchObject({ answer: { text: 'b;', source: 'race' }, atMs: 100 });
    expect(models[0]?.requests).toHaveLength(1);
    expect(races()).toMatchObject([{ askedMs: 60, returnedMs: 100, lanes: [{ dispatchedMs: 0 }] }]);
  });

  test('has the answer ready when the editor asks later than the model answers', async () => {
    const { clock, completer, ask, races } = bench({
      models: (c) => [createFakeModel(c, { id: 'm', script: [20, 'b;', '\n'] })],
    });
    completer.begin(place('a = █', clock.nowMs()));
    await clock.advance(60);
    expect(races()).toHaveLength(0);
    const { state } = ask('a = █');
    await clock.settle();
    expect(state).toMatchObject({ answer: { text: 'b;' }, atMs: 60 });
    expect(races()).toMatchObject([{ returnedMs: 60, shown: { source: 'race' } }]);
  });

  test('that the next key overtakes is superseded, and its request goes on where it agrees', async () => {
    const { clock, completer, ask, models, races } = bench({
      models: (c) => [createFakeModel(c, { id: 'm', script: [100, 'bcd;', '\n'] })],
    });
    completer.begin(place('a = █', clock.nowMs()));
    await clock.advance(30);
    const next = place('a = b█', clock.nowMs());
    completer.edited({ ...next.request, offset: next.offset });
    completer.begin(next);
    await clock.advance(60);
    const { state } = ask('a = b█');
    await clock.advance(200);
    expect(state.answer).toMatchObject({ text: 'cd;', source: 'in-flight' });
    expect(models[0]?.requests).toHaveLength(1);
    expect(races().map((race) => race.silence)).toEqual(['superseded', null]);
  });

  test('that the editor never asks about ends, and leaves nothing waiting', async () => {
    const { clock, completer, races } = bench({
      models: (c) => [createFakeModel(c, { id: 'm', script: [20, 'b;', '\n'] })],
    });
    completer.begin(place('a = █', clock.nowMs()));
    await clock.advance(1100);
    expect(races()).toMatchObject([{ silence: 'unasked', askedMs: null, returnedMs: null }]);
    expect(clock.sleeping()).toBe(0);
  });

  test('asks nobody where the answer is known', async () => {
    const { clock, completer, ask, models } = bench({
      models: (c) => [createFakeModel(c, { id: 'm', script: [20, 'bcd;', '\n'] })],
    });
    ask('a = █');
    await clock.advance(60);
    completer.begin(place('a = b█', clock.nowMs()));
    await clock.settle();
    expect(models[0]?.requests).toHaveLength(1);
  });

  test('at one place begins one race only', async () => {
    const { clock, completer, models } = bench({
      models: (c) => [createFakeModel(c, { id: 'm', script: [20, 'bcd;', '\n'] })],
    });
    completer.begin(place('a = █', clock.nowMs()));
    completer.begin(place('a = █', clock.nowMs()));
    await clock.settle();
    expect(models[0]?.requests).toHaveLength(1);
  });

  test('that is stopped starts nothing and answers nothing', async () => {
    const { clock, completer, ask, models } = bench({
      models: (c) => [createFakePredictor(c, null), createFakeModel(c, { script: ['a;', '\n'] })],
    });
    completer.begin(place('a = █', clock.nowMs()));
    completer.stop();
    await clock.advance(100);
    expect(models[1]?.requests).toHaveLength(0);
    const { state } = ask('a = █');
    await clock.advance(100);
    expect(state.answer?.text).toBe('a;');
  });
});

describe('the beginning of a line', () => {
  const slow = (c: ReturnType<typeof createFakeClock>) =>
    createFakeModel(c, {
      id: 'm',
      script: [120, 'first + ', 50, 'sec', 300, 'ond;', 100, '\n', 50, 'x'],
    });

  test('is shown in time, and grows under the writer as its request goes on', async () => {
    const { clock, ask } = bench({ models: (c) => [slow(c)] });
    const one = ask('a = █');
    await clock.advance(220);
    expect(one.state).toMatchObject({ answer: { text: 'first +' }, atMs: 190 });
    const two = ask('a = f█');
    await clock.settle();
    expect(two.state.answer?.text).toBe('irst +');
    await clock.advance(450);
    const three = ask('a = fi█');
    await clock.settle();
    expect(three.state.answer).toMatchObject({ text: 'rst + second;', source: 'memory' });
  });

  test('is shown at once where the writer writes it along', async () => {
    const { clock, completer, ask } = bench({ models: (c) => [slow(c)] });
    const one = ask('a = █');
    await clock.advance(125);
    one.cancel();
    completer.begin(atCursor('a = f█', { keystrokeAtMs: clock.nowMs() }));
    await clock.advance(39);
    const two = ask('a = f█');
    await clock.advance(2);
    expect(two.state.answer).toMatchObject({ text: 'irst +', source: 'in-flight' });
  });

  test('stays as it is when it has to wait for the end of its line', async () => {
    const { clock, ask } = bench({ models: (c) => [slow(c)], settings: { partialLine: false } });
    const one = ask('a = █');
    await clock.advance(220);
    expect(one.state.answer).toBeUndefined();
    await clock.advance(400);
    expect(one.state.answer?.text).toBe('first + second;');
  });
});

describe('an explicit command', () => {
  const models = (c: ReturnType<typeof createFakeClock>) => [
    createFakePredictor(c, { text: 'guess();', probability: 0.4 }),
    createFakeModel(c, { id: 'slow', script: [400, 'two;', '\n'] }),
    createFakeModel(c, { id: 'fast', script: [120, 'one;', '\n'] }),
    createFakeModel(c, { id: 'same', script: [200, 'one;', '\n'] }),
    createFakeModel(c, { id: 'broken', script: [10, new CompletionError('http', 'Broken.')] }),
  ];
  const names = (answer: Answer | null | undefined) =>
    [answer, ...(answer?.others ?? [])].map((one) => [one?.modelId, one?.text, one?.ttftMs]);

  test('gets every answer once, the quickest first and the predictor last, with its TTFT', async () => {
    const { clock, ask, races } = bench({ models });
    const { state } = ask('x = █', { trigger: 'invoke' });
    await clock.advance(399);
    expect(state.answer).toBeUndefined();
    await clock.advance(1);
    expect(names(state.answer)).toEqual([
      ['fast', 'one;', 120],
      ['slow', 'two;', 400],
      ['built-in', 'guess();', 0],
    ]);
    await clock.advance(1);
    expect(races()).toMatchObject([{ trigger: 'invoke', shown: { model: 'fast' } }]);
  });

  test('waits for nobody longer than a second after the first answer', async () => {
    const { clock, ask } = bench({
      models: (c) => [
        createFakeModel(c, { id: 'dead', script: [1e9, 'x'] }),
        createFakeModel(c, { id: 'fast', script: [120, 'one;', '\n'] }),
      ],
    });
    const { state } = ask('x = █', { trigger: 'invoke' });
    await clock.advance(1119);
    expect(state.answer).toBeUndefined();
    await clock.advance(1);
    expect(names(state.answer)).toEqual([['fast', 'one;', 120]]);
  });

  test('ends within three seconds where nobody answers', async () => {
    const { clock, ask } = bench({
      models: (c) => [createFakeModel(c, { id: 'dead', script: [1e9, 'x'] })],
    });
    const { state } = ask('x = █', { trigger: 'invoke' });
    await clock.advance(3000);
    expect(state.answer).toBeNull();
  });

  test('keeps what is on screen as the first of them', async () => {
    const { clock, ask } = bench({ models });
    ask('x = █');
    await clock.advance(200);
    const { state } = ask('x = █', { trigger: 'invoke' });
    await clock.advance(500);
    expect(names(state.answer)).toEqual([
      ['fast', 'one;', null],
      ['slow', 'two;', 400],
      ['built-in', 'guess();', 0],
    ]);
  });
});

describe('stopping', () => {
  test('ends open questions, and what was under way starts nothing any more', async () => {
    const { clock, ask, models, completer } = bench({
      models: (c) => [createFakeModel(c, { script: [500, 'value;', '\n'] })],
    });
    const first = ask('const a = █');
    await clock.advance(50);
    first.cancel();
    const { state } = ask('const a = v█');
    await clock.settle();
    completer.stop();
    await clock.advance(2000);
    expect(state.answer).toBeNull();
    expect(models[0]?.requests).toHaveLength(1);
    expect(clock.sleeping()).toBe(0);
  });

  test('in the moment in which the predictor is asked starts no request after it', async () => {
    const { clock, ask, models, completer } = bench({
      models: (c) => [createFakePredictor(c, null), createFakeModel(c, { script: ['a;', '\n'] })],
    });
    const { state } = ask('x = █');
    completer.stop();
    await clock.advance(100);
    expect(models[1]?.requests).toHaveLength(0);
    expect(state.answer).toBeNull();
  });
});

test('a request that falls silent in the middle ends, so that its model can be asked again', async () => {
  const { clock, ask, models, races } = bench({
    models: (c) => [createFakeModel(c, { script: ['va', 1e9, 'lue'] })],
  });
  ask('const a = █');
  await clock.advance(6100);
  expect(races()[0]?.lanes[0]).toMatchObject({ outcome: 'failed', error: { code: 'timeout' } });
  expect(models[0]?.requests[0]?.abortedAtMs).not.toBeNull();
});

test('text that the writer has caught up with is not waited for at the cost of asking anew', async () => {
  const { clock, ask, models } = bench({
    models: (c) => [
      createFakeModel(c, {
        script: (request) => (request.prefix.endsWith('va') ? ['lue;', '\n'] : ['va', 1e9]),
      }),
    ],
  });
  for (let key = 0; key < 3; key += 1) ask('const a = █').cancel();
  const first = ask('const a = █');
  await clock.advance(100);
  first.cancel();
  const { state } = ask('const a = va█');
  await clock.advance(3100);
  const later = ask('const a = va█');
  await clock.advance(3100);
  expect(state.answer?.text ?? later.state.answer?.text).toBe('lue;');
  expect(models[0]?.requests.length).toBeGreaterThan(1);
});

test('a race that had only the beginning of a line says what the command has shown there since', async () => {
  const { clock, ask, completer } = bench({
    models: (c) => [createFakeModel(c, { script: [100, 'total = ', 300, 'add();', '\n'] })],
  });
  completer.begin(atCursor('a█', { keystrokeAtMs: clock.nowMs() }));
  await clock.settle();
  const invoked = ask('a█', { trigger: 'invoke' });
  await clock.advance(410);
  expect(invoked.state.answer?.text).toBe('total = add();');
  const { state } = ask('a█');
  await clock.settle();
  expect(state.answer).toMatchObject({ text: 'total = add();' });
});

test('two open questions about one position both get the answer', async () => {
  const { clock, ask } = bench({
    models: (c) => [createFakeModel(c, { script: [100, 'b;', '\n'] })],
  });
  const one = ask('a = █');
  await clock.advance(10);
  const two = ask('a = █');
  await clock.advance(100);
  expect(one.state.answer?.text).toBe('b;');
  expect(two.state.answer?.text).toBe('b;');
});

test('a sure predictor whose text cannot be shown silences no model', async () => {
  const { clock, ask } = bench({
    models: (c) => [
      createFakePredictor(c, { text: 'next();', probability: 0.95 }),
      createFakeModel(c, { id: 'm', script: [50, 'other();', '\n'] }),
    ],
  });
  const { state } = ask('{\n  █\n  next();\n}');
  await clock.advance(300);
  expect(state.answer?.modelId).toBe('m');
});

test('an outage costs one substitute, and more only from the allowance', async () => {
  const dead = new CompletionError('unreachable', 'No server.');
  const { clock, ask, models } = bench({
    models: (c) =>
      Array.from({ length: 20 }, (_, id) => createFakeModel(c, { id: `m${id}`, script: [dead] })),
    settings: { policy: 'adaptive', extraRequests: 0, defaultModel: 'm0' },
  });
  const requests = () => models.reduce((sum, model) => sum + model.requests.length, 0);
  for (let key = 0; key < 30; key += 1) {
    ask(`a${key} = █`);
    await clock.advance(500);
  }
  // Ten from the full allowance, once, and one substitute a keystroke.
  expect(requests()).toBeLessThanOrEqual(30 * 2 + 10);
});

describe('questions that must not ask a model', () => {
  test('after a deletion only memory may answer', async () => {
    const { clock, ask, models, races } = bench({
      models: (c) => [createFakeModel(c, { script: ['a'] })],
    });
    const { state } = ask('const a = █', { mayRequest: false });
    await clock.settle();
    expect(state.answer).toBeNull();
    expect(models[0]?.requests).toHaveLength(0);
    expect(races()).toHaveLength(0);
  });

  test('after a deletion what a request on its way has said so far is shown', async () => {
    const { clock, ask, models, races } = bench({
      models: (c) => [createFakeModel(c, { script: [100, 'one();\n', 2000, '  two();\n'] })],
    });
    const first = ask('{\n  █\n}');
    await clock.advance(50);
    first.cancel();
    await clock.advance(100);
    const { state } = ask('{\n  █\n}', { mayRequest: false });
    await clock.settle();
    expect(state.answer).toMatchObject({ text: 'one();', source: 'in-flight' });
    expect(models[0]?.requests).toHaveLength(1);
    await clock.advance(3000);
    expect(races().find(({ id }) => id === 'race-2')?.shown).toMatchObject({ race: 'race-1' });
  });

  test('a word selected in the suggestion list ends no request for what is written', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [createFakeModel(c, { script: [300, 'value;', '\n'] })],
    });
    ask('const a = █');
    await clock.advance(10);
    ask('const a = void█', { speculative: true });
    await clock.settle();
    expect(models[0]?.requests[0]?.abortedAtMs).toBeNull();
  });
});

describe('who is asked', () => {
  const three = (c: ReturnType<typeof createFakeClock>) => [
    createFakeModel(c, { id: 'a', queueKey: 'http://one', script: [50, 'a;', '\n'] }),
    createFakeModel(c, { id: 'b', queueKey: 'http://one', script: [50, 'b;', '\n'] }),
    createFakeModel(c, { id: 'c', queueKey: 'http://two', script: [60, 'c;', '\n'] }),
  ];
  const asked = (models: readonly FakeModel[]) =>
    models.filter((model) => model.requests.length > 0).map((model) => model.id);

  test('one model per server, the default first', async () => {
    const { clock, ask, models } = bench({ models: three, settings: { defaultModel: 'b' } });
    ask('x = █');
    await clock.settle();
    expect(asked(models)).toEqual(['b', 'c']);
  });
  test('solo asks the default only, even when it fails', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [
        createFakeModel(c, { id: 'a', script: [new CompletionError('http', 'Broken.')] }),
        createFakeModel(c, { id: 'b', script: ['b'] }),
      ],
      settings: { policy: 'solo', defaultModel: 'a' },
    });
    const { state } = ask('x = █');
    await clock.settle();
    expect(asked(models)).toEqual(['a']);
    expect(state.answer).toBeNull();
  });
  test('a second chance starts as late as its line can still be painted in time on an idle machine', async () => {
    const settings: { policy: RacePolicy; defaultModel: string; extraRequests: number } = {
      policy: 'solo',
      defaultModel: 'b',
      extraRequests: 1,
    };
    let aMs = 50;
    const { clock, ask, races } = bench({
      models: (c) => [
        createFakeModel(c, { id: 'a', script: () => [aMs, 'a;', '\n'] }),
        createFakeModel(c, { id: 'b', script: [100, 'b;', '\n'] }),
      ],
      settings,
    });
    for (let key = 0; key < 40; key += 1) {
      settings.defaultModel = key < 20 ? 'b' : 'a';
      ask(`key${key} = █`);
      await clock.advance(1000);
    }
    settings.policy = 'adaptive';
    aMs = 900;
    ask('last = █');
    await clock.advance(1000);
    expect(races().at(-1)?.lanes).toMatchObject([
      { model: 'a', dispatchedMs: 60 },
      { model: 'b', dispatchedMs: 170, firstLineMs: 270 },
    ]);
  });

  test('adaptive turns to another model when the default fails', async () => {
    const { clock, ask, models } = bench({
      models: (c) => [
        createFakeModel(c, { id: 'a', script: [5, new CompletionError('http', 'Broken.')] }),
        createFakeModel(c, { id: 'b', script: [20, 'b;', '\n'] }),
      ],
      settings: { policy: 'adaptive', defaultModel: 'a', extraRequests: 0 },
    });
    const { state } = ask('x = █');
    await clock.advance(30);
    expect(asked(models)).toEqual(['a', 'b']);
    expect(state.answer?.modelId).toBe('b');
  });
  test('a model that cools down is not asked', async () => {
    const { clock, ask, models } = bench({ models: three, unavailable: ['a', 'c'] });
    ask('x = █');
    await clock.settle();
    expect(asked(models)).toEqual(['b']);
  });
  test('an explicit trigger asks every server whatever the policy', async () => {
    const { clock, ask, models } = bench({ models: three, settings: { policy: 'solo' } });
    ask('x = █', { trigger: 'invoke' });
    await clock.settle();
    expect(asked(models)).toEqual(['a', 'c']);
  });
  test('stop ends every request at once', async () => {
    const { clock, ask, models, completer } = bench({ models: three });
    ask('x = █');
    await clock.advance(10);
    completer.stop();
    expect(models[0]?.requests[0]?.abortedAtMs).toBe(1010);
    expect(models[2]?.requests[0]?.abortedAtMs).toBe(1010);
  });
});

const keystroke = fc.record({
  does: fc.constantFrom('types on', 'types on', 'types on', 'types against', 'deletes'),
  chars: fc.integer({ min: 1, max: 4 }),
  pauseMs: fc.integer({ min: 0, max: 400 }),
});

test('however one types, a shown text names the one request that said it', async () => {
  const line = 'value + 1;';
  const rest = (typed: string) => (line.startsWith(typed) ? line.slice(typed.length) : 'other;');
  const typedOf = (prefix: string) => prefix.slice(prefix.indexOf('=') + 2);
  const sources = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(keystroke, { minLength: 1, maxLength: 12 }), async (keystrokes) => {
      const answer = (waitMs: number) => (request: { readonly prefix: string }) => [
        waitMs,
        rest(typedOf(request.prefix)),
        '\n',
        90,
        'next();',
      ];
      const { clock, ask, races } = bench({
        models: (c) => [
          createFakePredictor(c, { text: 'val', probability: 0.6 }),
          createFakeModel(c, { id: 'fast', script: answer(130) }),
          createFakeModel(c, { id: 'slow', script: answer(250) }),
        ],
      });
      let typed = '';
      for (const { does, chars, pauseMs } of keystrokes) {
        if (does === 'types on') typed += rest(typed).slice(0, chars);
        else typed = does === 'deletes' ? typed.slice(0, -chars) : `${typed}x`;
        const { cancel } = ask(`const a = ${typed}█`, { mayRequest: does !== 'deletes' });
        await clock.advance(pauseMs);
        cancel();
      }
      await clock.advance(3000);
      const byId = new Map(races().map((race) => [race.id, race]));
      for (const { id, shown } of races()) {
        if (shown === null) continue;
        sources.add(shown.source);
        const lanes = byId.get(shown.race)?.lanes.filter((lane) => lane.model === shown.model);
        expect(lanes).toHaveLength(1);
        expect(lanes?.[0]?.chars).toBeGreaterThan(0);
        expect(shown.race === id).toBe(shown.source === 'race');
      }
    }),
    { seed: 1 },
  );
  expect([...sources].toSorted()).toEqual(['in-flight', 'memory', 'race']);
});

test('an acceptance is written down with its race and model, without its text', () => {
  const { completer, records } = bench({ models: () => [] });
  completer.accepted({ raceId: 'race-7', modelId: 'm', text: 'secret();' });
  expect(records).toEqual([
    { v: 2, kind: 'accept', race: 'race-7', at: 1_700_000_001_000, model: 'm', chars: 9 },
  ]);
});
