import { UNMISTAKABLE_TOKENS } from '../prompt/fim.ts';

/** Also tokens of families that nobody has listed: `<|cursor|>`, `<|eot_id|>`, `<｜Assistant｜>`. */
const ANY_TOKEN = '<[|｜][A-Za-z][\\w▁.-]{0,40}[|｜]>';
const KNOWN = UNMISTAKABLE_TOKENS.map((token) => token.replace(/[|[\]().*+?^${}\\]/g, '\\$&'));
const TOKEN = new RegExp([ANY_TOKEN, ...KNOWN].join('|'));
/** The beginning of one, where the answer's limit of tokens or characters cut it. */
const BEGINNING = /<(?:[|｜][A-Za-z][\w▁.-]*[|｜]?|\[?fim[_-][a-z-]*)$/;

/**
 * Where a special token of a model begins that its server printed as text, or -1. What stands before
 * it is the whole answer. `finished`: nothing can follow, so the beginning of a token is one too.
 */
export function leakedTokenAt(text: string, finished: boolean): number {
  const at = text.search(TOKEN);
  return at >= 0 || !finished ? at : text.search(BEGINNING);
}

/** Where the end of the text begins that may become a special token; its length if nothing may. */
export function tokenMayBeginAt(text: string): number {
  const starts = [/<[|｜]?$/, BEGINNING].map((pattern) => text.search(pattern));
  for (const token of UNMISTAKABLE_TOKENS) {
    for (let length = token.length - 1; length > 0; length -= 1) {
      if (text.endsWith(token.slice(0, length))) starts.push(text.length - length);
    }
  }
  return Math.min(text.length, ...starts.filter((at) => at >= 0));
}
