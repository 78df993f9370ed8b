import { describe, expect, test } from 'vitest';
import { CompletionError } from '../../../src/core/outcome.ts';
import type { RaceSettings } from '../../../src/core/race/answer.ts';
import { completerBench } from '../../support/completer-bench.ts';
import { atCursor } from '../../support/cursor.ts';
import { createFakeModel, type Step } from '../../support/fake-model.ts';

/** Says the rest of a statement, and behind it the next one. */
const answers = (prefix: string): readonly Step[] => {
  if (prefix.endsWith('const a = ')) return [100, 'value + 1;'];
  if (prefix.endsWith('value + 1;')) return [100, '\nnext();'];
  if (prefix.endsWith('next();')) return [100, '\nlast();'];
  return [100, 'other;'];
};

function setup(
  options: {
    queueKey?: string | null;
    settings?: Partial<RaceSettings>;
    isThere?: () => boolean;
    script?: (prefix: string) => readonly Step[];
  } = {},
) {
  const bench = completerBench({
    models: (clock) => [
      createFakeModel(clock, {
        id: 'm',
        queueKey: options.queueKey === undefined ? 'http://one' : options.queueKey,
        script: ({ prefix }) => (options.script ?? answers)(prefix),
      }),
    ],
    settings: { fetchAhead: 'local', ...options.settings },
    ...(options.isThere === undefined ? {} : { isThere: options.isThere }),
  });
  const edited = (document: string): void => {
    const { request, offset } = atCursor(document);
    bench.completer.edited({ ...request, offset });
  };
  const prompts = () =>
    bench.models[0]?.requests.map(({ request: { prefix, suffix } }) => `${prefix}█${suffix}`);
  return { ...bench, edited, prompts };
}

describe('what comes after a shown text', () => {
  test('is asked for once the hands rest, and is there when the text is taken', async () => {
    const { clock, ask, prompts, races } = setup();
    ask('const a = █');
    await clock.advance(100 + 440);
    expect(prompts()).toEqual(['const a = █']);
    await clock.advance(200);
    expect(prompts()).toEqual(['const a = █', 'const a = value + 1;█']);
    const { state } = ask('const a = value + 1;█');
    await clock.settle();
    expect(state.answer).toMatchObject({
      text: '\nnext();',
      source: 'memory',
      sourceRaceId: 'race-2',
    });
    expect(races()).toMatchObject([
      { id: 'race-1', trigger: 'automatic', shown: { race: 'race-1' } },
      {
        id: 'race-2',
        trigger: 'ahead',
        shown: null,
        silence: 'unasked',
        lanes: [{ model: 'm', dispatchedMs: 0 }],
      },
      { id: 'race-3', shown: { race: 'race-2', model: 'm', source: 'memory' }, lanes: [] },
    ]);
  });

  test('is there as well when the text was typed to its end while the request was under way', async () => {
    const { clock, ask, prompts } = setup();
    ask('const a = █');
    await clock.advance(100 + 460);
    expect(prompts()).toHaveLength(2);
    const through = ask('const a = value█');
    await clock.advance(50);
    expect(through.state.answer).toMatchObject({ text: ' + 1;', source: 'memory' });
    const { state } = ask('const a = value + 1;█');
    await clock.advance(50);
    expect(state.answer).toMatchObject({ text: '\nnext();', source: 'in-flight' });
    expect(prompts()).toHaveLength(2);
  });

  test('is asked for again and again along a chain of acceptances, one request each', async () => {
    const { clock, ask, prompts } = setup();
    ask('const a = █');
    await clock.advance(1000);
    ask('const a = value + 1;█');
    await clock.advance(1000);
    ask('const a = value + 1;\nnext();█');
    await clock.settle();
    expect(prompts()).toEqual([
      'const a = █',
      'const a = value + 1;█',
      'const a = value + 1;\nnext();█',
    ]);
  });

  test('is asked for with the line ends of the document, and without what the text replaces', async () => {
    const { clock, ask, prompts } = setup({ script: () => [10, 'b(\n  c);'] });
    ask('{\r\n  a(█)\r\n}');
    await clock.advance(1000);
    expect(prompts()?.[1]).toBe('{\r\n  a(b(█)\r\n}');
    ask('{\r\n  █\r\n}');
    await clock.advance(1000);
    expect(prompts()?.[3]).toBe('{\r\n  b(\r\n  c);█\r\n}');
  });
});

describe('no request is sent ahead', () => {
  test('while somebody types on, nor at the last key before the hands rest', async () => {
    const { clock, ask, edited, prompts } = setup();
    ask('const a = █');
    await clock.advance(150);
    const line = 'value + 1;';
    for (let typed = 1; typed < line.length; typed += 1) {
      edited(`const a = ${line.slice(0, typed)}█`);
      ask(`const a = ${line.slice(0, typed)}█`);
      await clock.advance(200);
    }
    expect(prompts()).toHaveLength(1);
    await clock.advance(1290);
    expect(prompts()).toHaveLength(1);
    await clock.advance(20);
    expect(prompts()).toHaveLength(2);
    await clock.advance(5000);
    expect(prompts()).toHaveLength(2);
    expect(clock.sleeping()).toBe(0);
  });

  test('twice for one place, whatever became of the first', async () => {
    const { clock, ask, prompts } = setup({
      script: (prefix) =>
        prefix.endsWith(';') ? [5, new CompletionError('http', 'Broken.')] : answers(prefix),
    });
    ask('const a = █');
    await clock.advance(1000);
    ask('const a = v█');
    await clock.advance(1000);
    expect(prompts()).toHaveLength(2);
  });

  test.each([
    ['where it is switched off', { settings: { fetchAhead: 'off' } as const }],
    ['to a server that is paid by the request', { queueKey: null }],
    ['where the cursor has left', { isThere: () => false }],
    ['where the answer goes on', { script: () => [100, 'value + 1;', '\n', 'next();', '\n'] }],
  ])('%s', async (_name, options) => {
    const { clock, ask, prompts } = setup(options);
    ask('const a = █');
    await clock.advance(5000);
    expect(prompts()).toHaveLength(1);
    expect(clock.sleeping()).toBe(0);
  });

  test('after a deletion, nor for a word that is only selected in a list', async () => {
    const { clock, ask, edited, prompts } = setup();
    ask('const a = █');
    await clock.advance(150);
    edited('const a = v█');
    ask('const a = v█');
    edited('const a = █');
    const { state } = ask('const a = █', { mayRequest: false });
    await clock.advance(2000);
    expect(state.answer?.text).toBe('value + 1;');
    ask('const a = va█', { speculative: true });
    await clock.advance(2000);
    expect(prompts()).toHaveLength(1);
  });

  test('after everything was stopped', async () => {
    const { clock, ask, completer, prompts } = setup();
    ask('const a = █');
    await clock.advance(150);
    completer.stop();
    expect(clock.sleeping()).toBe(0);
    await clock.advance(2000);
    expect(prompts()).toHaveLength(1);
  });
});

test('the request is sent to a hosted model too where the person wants that', async () => {
  const { clock, ask, prompts } = setup({ queueKey: null, settings: { fetchAhead: 'always' } });
  ask('const a = █');
  await clock.advance(2000);
  expect(prompts()).toHaveLength(2);
});

test('it waits for its server, and is sent when the request before it ends with nothing more', async () => {
  const { clock, ask, prompts } = setup({
    script: (prefix) => (prefix.endsWith('= ') ? [100, 'value + 1;\n', 2000] : answers(prefix)),
  });
  ask('const a = █');
  await clock.advance(2000);
  expect(prompts()).toHaveLength(1);
  await clock.advance(200);
  expect(prompts()).toHaveLength(2);
});

test('it ends down to the socket at the key typed against the text, and its race is written down', async () => {
  const { clock, ask, edited, models, races } = setup();
  ask('const a = █');
  await clock.advance(100 + 460);
  edited('const a = v█');
  await clock.settle();
  expect(models[0]?.requests[1]?.abortedAtMs).toBeNull();
  edited('const a = x█');
  await clock.settle();
  expect(models[0]?.requests[1]?.abortedAtMs).toBe(clock.nowMs());
  expect(races().at(-1)).toMatchObject({ trigger: 'ahead', lanes: [{ outcome: 'stopped' }] });
});
