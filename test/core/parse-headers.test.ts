import { expect, test } from 'vitest';
import { parseHeaders } from '../../src/core/parse-headers.ts';

test('no headers are no problem', () => {
  expect(parseHeaders(undefined)).toEqual({ headers: {}, complaints: [] });
});

test('ordinary headers are kept with their spelling', () => {
  const raw = { 'X-Team': 'editor', 'x-tokens-per-day': '5', 'X-Empty': '' };
  expect(parseHeaders(raw)).toEqual({ headers: raw, complaints: [] });
});

test.each([
  'Authorization',
  'proxy-authorization',
  'Cookie',
  'api-key',
  'X-API-Key',
  'x-goog-api-key',
  'apikey',
  'Ocp-Apim-Subscription-Key',
  'X-Auth-Token',
])('%s is a credential: dropped, and its value is not repeated', (name) => {
  const { headers, complaints } = parseHeaders({ [name]: 'hunter2' });
  expect(headers).toEqual({});
  expect(complaints).toEqual([
    `has the header "${name}"; it is dropped, because keys belong in First Token: Set API Key`,
  ]);
});

test.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection'])(
  '%s frames the message and is dropped',
  (name) => {
    expect(parseHeaders({ [name]: 'x' })).toEqual({
      headers: {},
      complaints: [`has the header "${name}"; it is dropped, because First Token sets it itself`],
    });
  },
);

test.each(['', 'a b', 'a:b', 'a\r\nX-Evil', 'ä', '__proto__'])(
  'the name %j is no header name and is not repeated',
  (name) => {
    const raw: unknown = JSON.parse(`{${JSON.stringify(name)}: "x"}`);
    expect(parseHeaders(raw)).toEqual({
      headers: {},
      complaints: ['has a header whose name is not valid in HTTP; it is dropped'],
    });
  },
);

test.each([['a\r\nX-Evil: 1'], ['a\u0000'], [7], [null], [['a']], ['x'.repeat(5000)]])(
  'a value that is not one line of text is dropped (%#)',
  (value) => {
    expect(parseHeaders({ 'X-Team': value })).toEqual({
      headers: {},
      complaints: [
        'has the header "X-Team" with a value that is not one line of text; it is dropped',
      ],
    });
  },
);

test.each([[[]], ['x'], [3], [null]])('headers that are %j are ignored', (raw) => {
  expect(parseHeaders(raw)).toEqual({
    headers: {},
    complaints: ['has "headers" that are not an object; they are ignored'],
  });
});

test('more headers than a request needs are cut at a limit that is said', () => {
  const raw = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`X-${index}`, 'v']));
  const { headers, complaints } = parseHeaders(raw);
  expect(Object.keys(headers)).toHaveLength(20);
  expect(complaints).toEqual(['has 300 headers; only the first 20 are sent']);
});
