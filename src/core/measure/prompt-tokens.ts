import type { LaneRecord } from '../record.ts';
import { CHARS_PER_TOKEN } from './decode-rate.ts';

/** A number of tokens and how it is known: the server's usage, or characters at the usual ratio. */
export interface TokenCount {
  readonly tokens: number;
  readonly from: 'server' | 'estimated';
}

export interface PromptTokens {
  readonly prompt: TokenCount;
  /** What had to be read, because it was not in the server's KV cache; null where nothing tells. */
  readonly uncached: TokenCount | null;
}

/**
 * The size of a request's prompt in tokens; null where neither the server nor the adapter told.
 *
 * An absent `cachedTokens` is not zero: Ollama counts cached and evaluated tokens in one number, vLLM
 * leaves the field out unless a flag asks for it, and both reuse prefixes. There the share of the prompt
 * that the last one began with too is taken for cached, which is an estimate: the server may have dropped
 * it since, or keep a longer one. `charsPerToken`: the model's own ratio, where it is known.
 */
export function promptTokens(
  lane: LaneRecord,
  charsPerToken: number = CHARS_PER_TOKEN,
): PromptTokens | null {
  const { promptTokens: counted, cachedTokens } = lane.usage;
  const size = lane.promptSize;
  const prompt: TokenCount | null =
    counted !== undefined
      ? { tokens: counted, from: 'server' }
      : size !== null
        ? { tokens: size.chars / charsPerToken, from: 'estimated' }
        : null;
  if (prompt === null) return null;
  if (cachedTokens !== undefined) {
    const tokens = Math.max(0, prompt.tokens - cachedTokens);
    return { prompt, uncached: { tokens, from: prompt.from } };
  }
  if (size === null) return { prompt, uncached: null };
  const newShare = size.chars > 0 ? Math.max(0, 1 - size.repeatedChars / size.chars) : 0;
  return { prompt, uncached: { tokens: prompt.tokens * newShare, from: 'estimated' } };
}
