import type { TransportResponse } from './transport.ts';

/** A server may ask for an hour; beyond that the person will have restarted something. */
const MAX_MS = 3_600_000;

/**
 * Milliseconds that a server asks us to stay away: `retry-after-ms` (OpenAI, Azure), else `retry-after`
 * in seconds or as an HTTP date (RFC 9110, section 10.2.3). Undefined when neither is readable.
 */
export function retryAfterMs(
  headers: TransportResponse['headers'],
  epochMs: number,
): number | undefined {
  const milliseconds = numeric(headers['retry-after-ms']);
  if (milliseconds !== undefined) return bounded(milliseconds);
  const header = headers['retry-after'];
  const seconds = numeric(header);
  if (seconds !== undefined) return bounded(seconds * 1000);
  const date = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : bounded(date - epochMs);
}

function numeric(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(header)
    ? Number(header)
    : undefined;
}

function bounded(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), MAX_MS);
}
