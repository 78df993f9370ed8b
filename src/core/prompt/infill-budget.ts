import { CHARS_PER_TOKEN } from '../measure/decode-rate.ts';
import { type PromptBudget, promptBudget } from './prompt-budget.ts';

/**
 * llama-server's /infill keeps the last 3/4 of its batch of the prefix and the first quarter, less the
 * line being typed, of the suffix; its default batch is 2048. Beyond that it cuts the prefix at another
 * token with every key, and nothing of it is ever cached. A quarter of margin is left for tokenizers
 * that make more tokens of code than is usual, and 64 tokens for the line.
 */
const BATCH_TOKENS = 2048;
const MARGIN = 3 / 4;
const LINE_TOKENS = 64;
const MAX_PREFIX_CHARS = Math.floor((BATCH_TOKENS * 3) / 4) * CHARS_PER_TOKEN * MARGIN;
const MAX_SUFFIX_CHARS = (BATCH_TOKENS / 4 - LINE_TOKENS) * CHARS_PER_TOKEN * MARGIN;

/** A budget for /infill: what the server would cut away goes to other files, which have room of their own. */
export function infillBudget(promptTokens: number, contextFits: boolean): PromptBudget {
  const wanted = promptBudget(promptTokens, contextFits);
  const prefixChars = Math.min(wanted.prefixChars, Math.floor(MAX_PREFIX_CHARS));
  const suffixChars = Math.min(wanted.suffixChars, Math.floor(MAX_SUFFIX_CHARS));
  const left = wanted.prefixChars - prefixChars + wanted.suffixChars - suffixChars;
  return {
    prefixChars,
    suffixChars,
    contextChars: contextFits ? wanted.contextChars + left : 0,
  };
}
