import { INVISIBLE } from './invisible.ts';

const MAX_CHARS = 40;

/**
 * A value from settings as it may appear in a sentence for the person: JSON, one line, at most 40
 * characters, nothing invisible. Not for values that may hold a secret.
 */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return clip(JSON.stringify(value.slice(0, MAX_CHARS * 2)));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return clip(String(value));
}

function clip(text: string): string {
  const visible = text.replace(new RegExp(INVISIBLE.source, 'gu'), '\u{FFFD}');
  return visible.length <= MAX_CHARS ? visible : `${visible.slice(0, MAX_CHARS - 1)}…`;
}
