import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSse } from '../../src/models/sse.ts';
import { all, chunkings, errorOf, streamOf } from '../support/model-server/asking.ts';

const FIXTURES = new URL('../fixtures/llama-server/', import.meta.url);
const recorded = readdirSync(FIXTURES).filter((name) => /stream|queue|aborted.*\.body$/.test(name));
const bodies = recorded.filter((name) => name.endsWith('.body'));
const encode = (text: string) => new TextEncoder().encode(text);
const read = (chunks: readonly Uint8Array[]) =>
  all(readSse(streamOf(chunks), 'host:1', () => undefined));

/** A reader too simple to be wrong, for streams that use none of the format's freedoms. */
const simply = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => ({ data: block.replace(/^data: /, '') }));

test.each(bodies)(
  '%s gives the same events however it is cut in two',
  async (name) => {
    const bytes = readFileSync(new URL(name, FIXTURES));
    const expected = simply(bytes.toString('utf8'));
    expect(expected.length).toBeGreaterThan(3);
    expect(await read([bytes])).toEqual(expected);
    for (const chunks of chunkings(bytes)) {
      const events = await read(chunks);
      // A plain comparison first: there are thousands of cuts, and a matcher costs a millisecond.
      if (JSON.stringify(events) !== JSON.stringify(expected)) expect(events).toEqual(expected);
    }
  },
  60_000,
);

test('multi-byte text survives every cut', async () => {
  const bytes = encode('data: {"text":"größer 🙂 ｜fim▁end｜"}\n\ndata: [DONE]\n\n');
  for (const chunks of chunkings(bytes)) {
    expect(await read(chunks)).toEqual([
      { data: '{"text":"größer 🙂 ｜fim▁end｜"}' },
      { data: '[DONE]' },
    ]);
  }
});

test('any text in any chunks arrives as it was sent', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 6 }), sizes, async (texts, sizesInTurn) => {
      const payloads = texts.map((value) => JSON.stringify(value));
      const bytes = encode(payloads.map((payload) => `data: ${payload}\r\n\r\n`).join(''));
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; ) {
        const size = sizesInTurn[chunks.length % sizesInTurn.length] ?? 1;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const events = await read(chunks);
      expect(events.map((event) => event.data)).toEqual(
        payloads.map((payload) => new TextDecoder().decode(encode(payload))),
      );
    }),
  );
});

test.each([
  ['line feeds', 'data: a\n\ndata: b\n\n'],
  ['carriage returns', 'data: a\r\rdata: b\r\r'],
  ['both', 'data: a\r\n\r\ndata: b\r\n\r\n'],
  ['no space after the colon', 'data:a\n\ndata:b\n\n'],
  ['comments between', ': ping\n\ndata: a\n\n: OPENROUTER PROCESSING\n\ndata: b\n\n'],
  ['no blank line at the end', 'data: a\n\ndata: b'],
  ['a byte order mark', '\uFEFFdata: a\n\ndata: b\n\n'],
  ['fields nobody knows', 'id: 7\nretry: 10\nfoo: bar\ndata: a\n\ndata: b\n\n'],
])('%s make no difference', async (_what, text) => {
  for (const chunks of chunkings(encode(text))) {
    expect((await read(chunks)).map((event) => event.data)).toEqual(['a', 'b']);
  }
});

test('several data lines are one event, and a name is kept', async () => {
  expect(await read([encode('event: error\ndata: {\ndata: }\n\n')])).toEqual([
    { name: 'error', data: '{\n}' },
  ]);
});

test.each([
  [
    'each comment that arrives by itself',
    [': keep-alive\n\n', ': keep-alive\n\n', 'data: x\n\n'],
    2,
  ],
  [
    'no comment that only keeps the connection',
    [': ping\n\n', ': OPENROUTER PROCESSING\n\n', 'data: x\n\n'],
    0,
  ],
  ['many that arrive together once', [': keep-alive\n'.repeat(50_000), 'data: x\n\n'], 1],
  ['a comment in pieces once', [...': keep-alive\n', '\ndata: x\n\n'], 1],
  ['one just ahead of the first event', [': keep-alive\n\ndata: x\n\n'], 1],
  ['none after it', ['data: x\n\n: keep-alive\n\n', ': keep-alive\n\n'], 0],
])('a request that waits is told of %s', async (_what, texts, times) => {
  let heard = 0;
  const onWaiting = () => {
    heard += 1;
  };
  const events = readSse(streamOf(texts.map(encode)), 'host:1', onWaiting);
  expect(await all(events)).toEqual([{ data: 'x' }]);
  expect(heard).toBe(times);
});

test('comments alone are no events', async () => {
  expect(await read([encode(': keep-alive\n\n: keep-alive\n\n')])).toEqual([]);
});

test.each([
  ['one line without end', [encode('data: '), ...Array(40).fill(encode('x'.repeat(262_144)))]],
  ['one event of many lines', Array(40).fill(encode(`data: ${'x'.repeat(262_144)}\n`))],
  ['one huge chunk', [encode(`data: ${'x'.repeat(10_000_000)}\n\n`)]],
])('%s is refused after 1 MB', async (_what, chunks) => {
  expect(await errorOf(read(chunks))).toMatchObject({
    code: 'bad-stream',
    message: 'host:1 sent an event of more than 1 MB.',
  });
});

test('a long line that is no event at all is thrown away without being kept', async () => {
  const chunks = [...Array(40).fill(encode('<p>'.repeat(90_000))), encode('\ndata: a\n\n')];
  expect(await read(chunks)).toEqual([{ data: 'a' }]);
});

test('an event without data is a sign of life, unless it is an error', async () => {
  const text = 'data:\n\ndata: \n\ndata: a\n\nevent: ping\ndata:\n\nevent: error\ndata:\n\n';
  expect(await read([encode(text)])).toEqual([{ data: 'a' }, { name: 'error', data: '' }]);
});
