import type { TransportResponse } from './transport.ts';

/** True for one JSON object instead of a stream: a gateway that ignores `stream: true`. */
export function isWholeAnswer(headers: TransportResponse['headers']): boolean {
  return /^\s*application\/json/i.test(String(headers['content-type'] ?? ''));
}
