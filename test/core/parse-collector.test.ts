import { expect, test } from 'vitest';
import { parseCollector } from '../../src/core/parse-collector.ts';

test.each([
  ['', ''],
  ['   ', ''],
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318'],
  ['http://localhost:4318/', 'http://localhost:4318'],
  ['http://[::1]:4318', 'http://[::1]:4318'],
  ['http://127.0.0.1:9090/api/v1/otlp/', 'http://127.0.0.1:9090/api/v1/otlp'],
  ['https://collector.example', 'https://collector.example'],
  ['https://collector.example:443/otlp', 'https://collector.example/otlp'],
])('%j is taken as %j', (raw, endpoint) => {
  expect(parseCollector(raw)).toEqual({ ok: true, endpoint });
});

test.each([
  [null],
  [4318],
  ['127.0.0.1:4318'],
  ['grpc://127.0.0.1:4317'],
  ['http://192.168.1.4:4318'],
  ['http://0.0.0.0:4318'],
  ['http://localhost.example:4318'],
  ['http://collector.example'],
  ['https://name:secret@collector.example'],
  ['https://collector.example?token=secret'],
  ['https://collector.example/ v1'],
])('%j is refused without being repeated', (raw) => {
  const parsed = parseCollector(raw);
  if (parsed.ok) throw new Error(`${raw} was taken`);
  expect(parsed.expected).not.toContain('8012');
  expect(parsed.expected).not.toContain('secret');
});
