/** The endpoint, normalised, or what it must be instead. */
export type ParsedEndpoint =
  | { readonly ok: true; readonly endpoint: string }
  | { readonly ok: false; readonly expected: string };

// Longer URLs are refused by common proxies and servers; no base URL comes near it.
const MAX_CHARS = 2048;

/**
 * Checks a model's base URL. Accepted: http or https, without credentials, query or fragment. The
 * result has a lower-case host, no default port and no trailing slash. The refused text is never
 * repeated in `expected`, because it may hold a password.
 */
export function parseEndpoint(raw: unknown): ParsedEndpoint {
  const refuse = (expected: string): ParsedEndpoint => ({ ok: false, expected });
  if (typeof raw !== 'string' || raw.trim() === '' || raw.length > MAX_CHARS) {
    return refuse('a URL such as http://127.0.0.1:8012');
  }
  // The URL parser silently removes tabs and newlines, and a space is a slip in any case.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(raw)) return refuse('a URL without spaces or backslashes');
  if (!/^https?:\/\//i.test(raw)) {
    return refuse('a URL that starts with http:// or https://, such as http://127.0.0.1:8012');
  }
  const url = URL.canParse(raw) ? new URL(raw) : null;
  if (url === null) return refuse('a complete URL such as http://127.0.0.1:8012');
  // Looked for in the text as well: the parser drops an empty user part, "https://@host".
  if (url.username !== '' || url.password !== '' || raw.split('/')[2]?.includes('@') === true) {
    return refuse('a URL without user name or password; keys belong in First Token: Set API Key');
  }
  if (raw.includes('?')) {
    return refuse('a URL without "?"; keys belong in First Token: Set API Key');
  }
  if (raw.includes('#')) return refuse('a URL without "#"');
  return { ok: true, endpoint: url.href.replace(/\/+$/, '') };
}
