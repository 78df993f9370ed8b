import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEndpoint } from '../../src/core/parse-endpoint.ts';

test.each([
  ['http://127.0.0.1:8012', 'http://127.0.0.1:8012'],
  ['http://127.0.0.1:8012/', 'http://127.0.0.1:8012'],
  ['https://gateway.example/v1//', 'https://gateway.example/v1'],
  ['HTTPS://Gateway.Example:443/V1', 'https://gateway.example/V1'],
  ['http://[::1]:11434', 'http://[::1]:11434'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('%s is read as %s', (raw, endpoint) => {
  expect(parseEndpoint(raw)).toEqual({ ok: true, endpoint });
});

const refused: readonly [raw: unknown, expected: RegExp][] = [
  [undefined, /a URL such as/],
  [8012, /a URL such as/],
  ['', /a URL such as/],
  ['   ', /a URL such as/],
  [`http://h/${'x'.repeat(3000)}`, /a URL such as/],
  ['127.0.0.1:8012', /starts with http/],
  ['localhost:8012', /starts with http/],
  ['ftp://gateway.example', /starts with http/],
  ['javascript:alert(1)', /starts with http/],
  ['file:///etc/passwd', /starts with http/],
  ['http://', /complete URL/],
  ['http://host:99999', /complete URL/],
  ['http://gate way.example', /without spaces/],
  ['http://gateway.example\n', /without spaces/],
  ['ht\ttp://gateway.example', /without spaces/],
  ['http:\\\\gateway.example', /backslashes/],
  ['https://user:hunter2@gateway.example', /without user name or password/],
  ['https://@gateway.example', /without user name or password/],
  ['https://gateway.example/v1?key=hunter2', /without "\?"/],
  ['https://gateway.example?', /without "\?"/],
  ['https://gateway.example/#hunter2', /without "#"/],
];

test.each(refused)('%j is refused with what it must be, and never repeated', (raw, expected) => {
  const parsed = parseEndpoint(raw);
  expect(parsed).toMatchObject({ ok: false, expected: expect.stringMatching(expected) });
  expect(JSON.stringify(parsed)).not.toContain('hunter2');
});

test('an "@" in the path is no credential', () => {
  expect(parseEndpoint('https://gateway.example/@team/v1')).toMatchObject({ ok: true });
});

test('what is accepted is accepted again unchanged', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      const once = parseEndpoint(url);
      if (!once.ok) return;
      expect(parseEndpoint(once.endpoint)).toEqual(once);
      expect(once.endpoint).not.toMatch(/\/$/);
    }),
  );
});
