import { expect, test } from 'vitest';
import type { TransportMark } from '../../src/core/model.ts';
import { CompletionError } from '../../src/core/outcome.ts';
import { type Answer, answerParts, type Piece } from '../../src/models/answer-parts.ts';
import { all, errorOf } from '../support/model-server/asking.ts';

async function* say(pieces: readonly (Piece | Error)[]): AsyncGenerator<Piece> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield piece;
  }
}

function answer(pieces: readonly (Piece | Error)[], more: Partial<Answer> = {}): Answer {
  return {
    pieces: say(pieces),
    asked: { prompt: 'const a = 1', maxTokens: 64 },
    endings: [],
    host: 'host:1',
    signal: new AbortController().signal,
    onMark: () => undefined,
    complete: () => undefined,
    ...more,
  };
}

const broken = new CompletionError('bad-stream', 'host:1 broke off in the middle of its answer.');

test('usage, timings and finish come once, last, with the last values', async () => {
  const parts = await all(
    answerParts(
      answer([
        { text: 'a', usage: { promptTokens: 9 }, timings: { queueMs: 1 } },
        { text: '', finish: 'length' },
        { usage: { completionTokens: 2 }, timings: { queueMs: 2, decodeMs: 5 } },
      ]),
    ),
  );
  expect(parts).toEqual([
    { type: 'text', text: 'a' },
    { type: 'usage', usage: { promptTokens: 9, completionTokens: 2 } },
    { type: 'timings', timings: { queueMs: 2, decodeMs: 5 } },
    { type: 'finish', reason: 'length' },
  ]);
});

test('a part and its whole are compared when both are known, in whichever events they came', async () => {
  const parts = await all(
    answerParts(
      answer([
        {
          usage: {
            promptTokens: 200,
            cachedTokens: 190,
            completionTokens: 50,
            reasoningTokens: 40,
          },
        },
        { text: 'a', usage: { promptTokens: 100, completionTokens: 2 } },
      ]),
    ),
  );
  expect(parts[1]).toEqual({ type: 'usage', usage: { promptTokens: 100, completionTokens: 2 } });
});

test('a count beyond what was asked for is none, in the stream as at its end', async () => {
  const pieces = [
    { text: 'a', tokens: 1e9 },
    { text: 'b', tokens: 2, usage: { completionTokens: 1e9, promptTokens: 1e9 } },
  ];
  expect(await all(answerParts(answer(pieces)))).toEqual([
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b', tokens: 2 },
    { type: 'finish', reason: 'length' },
  ]);
});

test('thinking may run beyond the limit of the answer', async () => {
  const pieces = [{ reasoning: 'hm', tokens: 500, usage: { completionTokens: 500 } }];
  expect((await all(answerParts(answer(pieces)))).slice(0, 2)).toEqual([
    { type: 'reasoning', text: 'hm', tokens: 500 },
    { type: 'usage', usage: { completionTokens: 500 } },
  ]);
});

test('a count goes with its piece while it grows, and one that stands still is none', async () => {
  const pieces = [
    { text: '', tokens: 0 },
    { reasoning: 'hm', tokens: 2 },
    { text: 'a', tokens: 2 },
    { text: 'b', tokens: 5 },
    { text: 'c' },
    { text: 'd', tokens: 1 },
  ];
  expect((await all(answerParts(answer(pieces)))).slice(0, 5)).toEqual([
    { type: 'reasoning', text: 'hm', tokens: 2 },
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b', tokens: 5 },
    { type: 'text', text: 'c' },
    { type: 'text', text: 'd' },
  ]);
});

test('the first event is marked, with text or without, and no other', async () => {
  const said: string[] = [];
  const onMark = ({ name }: TransportMark) => said.push(name);
  for await (const part of answerParts(answer([{}, { text: 'a' }, { text: 'b' }], { onMark }))) {
    said.push(part.type);
  }
  expect(said).toEqual(['chunk', 'text', 'text', 'finish']);
});

test('what a server does not report is not reported', async () => {
  const parts = await all(answerParts(answer([{ text: 'a', finish: 'stop' }])));
  expect(parts.map((part) => part.type)).toEqual(['text', 'finish']);
});

test('an empty answer that ended well is no failure', async () => {
  expect(await all(answerParts(answer([{ finish: 'stop', last: true }])))).toEqual([
    { type: 'finish', reason: 'stop' },
  ]);
});

test('the end mark releases the connection, an ending in the text does not', async () => {
  let released = 0;
  const complete = () => {
    released += 1;
  };
  await all(answerParts(answer([{ text: 'a;b' }, { last: true }], { complete, endings: [';'] })));
  expect(released).toBe(0);
  await all(answerParts(answer([{ text: 'a' }, { last: true }], { complete })));
  expect(released).toBe(1);
});

test('nothing is read after the end mark', async () => {
  expect(await all(answerParts(answer([{ text: 'a', last: true }, broken])))).toHaveLength(2);
});

test('a break after the model said why it ended takes nothing from the answer', async () => {
  const parts = await all(answerParts(answer([{ text: 'a', finish: 'stop' }, broken])));
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
});

test('a break before that is the failure', async () => {
  expect(await errorOf(all(answerParts(answer([{ text: 'a' }, broken]))))).toBe(broken);
});

test('an abort is an abort even after the finish', async () => {
  const aborted = new CompletionError('aborted', 'The request was stopped.');
  const work = all(answerParts(answer([{ text: 'a', finish: 'stop' }, aborted])));
  expect(await errorOf(work)).toBe(aborted);
});

test('text that was held back is given out at the end', async () => {
  const parts = await all(
    answerParts(answer([{ text: 'a <' }, { last: true }], { endings: ['<|x|>'] })),
  );
  expect(parts.map((part) => (part.type === 'text' ? part.text : part.type))).toEqual([
    'a ',
    '<',
    'finish',
  ]);
});
