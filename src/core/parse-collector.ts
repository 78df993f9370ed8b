import { isLoopback } from './is-loopback.ts';
import { type ParsedEndpoint, parseEndpoint } from './parse-endpoint.ts';

const EXAMPLE = 'http://127.0.0.1:4318';

/**
 * Checks the base URL of an OTLP/HTTP collector; empty is allowed and means none. Off this machine only
 * https will do: the metrics say when and on what a person worked, and a token goes with them.
 */
export function parseCollector(raw: unknown): ParsedEndpoint {
  if (typeof raw === 'string' && raw.trim() === '') return { ok: true, endpoint: '' };
  const parsed = parseEndpoint(raw);
  if (!parsed.ok)
    return { ok: false, expected: parsed.expected.replace(/http:\/\/127\S+/, EXAMPLE) };
  const { protocol, hostname } = new URL(parsed.endpoint);
  if (protocol === 'https:' || isLoopback(hostname)) return parsed;
  return {
    ok: false,
    expected: 'a URL that starts with https:// unless the collector is on this machine',
  };
}
