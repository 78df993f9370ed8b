import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNdjson } from '../../src/models/ndjson.ts';
import { all, chunkings, errorOf, streamOf } from '../support/model-server/asking.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (chunks: readonly Uint8Array[]) =>
  all(readNdjson(streamOf(chunks), 'host:1', () => undefined));

test('lines arrive whole however the bytes are cut', async () => {
  const bytes = encode('{"response":"größer 🙂"}\n\n{"response":"\\n"}\r\n{"done":true}');
  for (const chunks of chunkings(bytes)) {
    expect(await read(chunks)).toEqual([
      '{"response":"größer 🙂"}',
      '{"response":"\\n"}',
      '{"done":true}',
    ]);
  }
});

test('any values in any chunks arrive as they were sent', async () => {
  const value = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean());
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 8 }), cuts, async (values, sizes) => {
      const bytes = encode(values.map((item) => `${JSON.stringify(item)}\n`).join(''));
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; ) {
        const size = sizes[chunks.length % sizes.length] ?? 1;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect((await read(chunks)).map((line) => JSON.parse(line))).toEqual(values);
    }),
  );
});

test('a line without end is refused after 1 MB', async () => {
  expect(await errorOf(read(Array(40).fill(encode('x'.repeat(262_144)))))).toMatchObject({
    code: 'bad-stream',
    message: 'host:1 sent a line of more than 1 MB.',
  });
});

test('a huge line that arrives at once is refused as well', async () => {
  const error = await errorOf(read([encode(`${'x'.repeat(10_000_000)}\n`)]));
  expect(error).toMatchObject({ code: 'bad-stream' });
});

test.each([
  ['each blank line that arrives by itself', ['\n', '\r\n', '{}\n'], 2],
  ['many that arrive together once', ['\n'.repeat(50_000), '{}\n'], 1],
  ['one just ahead of the first line', ['\n{}\n'], 1],
  ['none after it', ['{}\n\n', '\n'], 0],
])('a request that waits is told of %s', async (_what, texts, times) => {
  let heard = 0;
  const onWaiting = () => {
    heard += 1;
  };
  expect(await all(readNdjson(streamOf(texts.map(encode)), 'host:1', onWaiting))).toEqual(['{}']);
  expect(heard).toBe(times);
});

test('nothing at all is no line', async () => {
  expect(await read([])).toEqual([]);
  expect(await read([encode('\n\r\n  \n')])).toEqual([]);
});
