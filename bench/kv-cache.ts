/** Four characters stand for one token: as fine as a tokenizer cuts code, and the same for every layout. */
const TOKEN_CHARS = 4;

export interface CacheUse {
  readonly promptChars: number;
  /** Characters that the last prompt began with too. */
  readonly sameChars: number;
  readonly recomputedTokens: number;
}

/**
 * One slot of a server that keeps the longest common prefix of its last prompt, as llama.cpp does with
 * `cache_prompt`. The last token is always read again, because its output is wanted.
 */
export function createCacheSlot(): { ask(prompt: string): CacheUse } {
  let last = '';
  return {
    ask(prompt) {
      let sameChars = 0;
      const most = Math.min(prompt.length, last.length);
      while (sameChars < most && prompt[sameChars] === last[sameChars]) sameChars += 1;
      last = prompt;
      const tokens = Math.ceil(prompt.length / TOKEN_CHARS);
      const cached = Math.min(Math.floor(sameChars / TOKEN_CHARS), tokens - 1);
      return { promptChars: prompt.length, sameChars, recomputedTokens: tokens - cached };
    },
  };
}
