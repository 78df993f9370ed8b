import { INVISIBLE } from './invisible.ts';

const MAX_HEADERS = 20;
const MAX_VALUE_CHARS = 4096;

// RFC 9110, section 5.6.2: a field name is a token.
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;

/** Headers that carry a credential: these belong in secret storage, under the endpoint's origin. */
const CREDENTIAL =
  /^(proxy-)?authorization$|^(set-)?cookie$|(^|[-_])(api)?(key|token|secret|password)$/i;

/** Headers that frame the message. Setting them by hand breaks it or smuggles a second request. */
const FRAMING = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface ParsedHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** Clauses that complete "Model "x" …"; header values are never repeated in them. */
  readonly complaints: readonly string[];
}

/** Keeps the headers that may be sent as they are; each of the others is dropped and explained. */
export function parseHeaders(raw: unknown): ParsedHeaders {
  if (raw === undefined) return { headers: {}, complaints: [] };
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { headers: {}, complaints: ['has "headers" that are not an object; they are ignored'] };
  }
  const kept: [string, string][] = [];
  const complaints: string[] = [];
  const entries: [string, unknown][] = Object.entries(raw);
  for (const [name, value] of entries.slice(0, MAX_HEADERS)) {
    const complaint = judge(name, value);
    if (complaint === null) kept.push([name, value as string]);
    else complaints.push(complaint);
  }
  if (entries.length > MAX_HEADERS) {
    complaints.push(`has ${entries.length} headers; only the first ${MAX_HEADERS} are sent`);
  }
  return { headers: Object.fromEntries(kept), complaints };
}

function judge(name: string, value: unknown): string | null {
  if (!TOKEN.test(name) || name === '__proto__') {
    return 'has a header whose name is not valid in HTTP; it is dropped';
  }
  if (CREDENTIAL.test(name)) {
    return `has the header "${name}"; it is dropped, because keys belong in First Token: Set API Key`;
  }
  if (FRAMING.has(name.toLowerCase())) {
    return `has the header "${name}"; it is dropped, because First Token sets it itself`;
  }
  if (typeof value !== 'string' || value.length > MAX_VALUE_CHARS || INVISIBLE.test(value)) {
    return `has the header "${name}" with a value that is not one line of text; it is dropped`;
  }
  return null;
}
