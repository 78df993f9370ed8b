import { CHARS_PER_TOKEN } from '../measure/decode-rate.ts';

/** What one model's prompt may hold, in characters. */
export interface PromptBudget {
  readonly prefixChars: number;
  readonly suffixChars: number;
  /** 0 where the prompt has no place for other files. */
  readonly contextChars: number;
}

/**
 * The suffix gets 15 % (the share that Copilot's own prompts had): it says where to stop, and in most
 * formats each new line makes the server read it again. Other files get 30 %, a few definitions each;
 * where there is no place for them, their share goes to the prefix.
 */
const SUFFIX_SHARE = 0.15;
const CONTEXT_SHARE = 0.3;

/** Splits a budget in tokens at the usual ratio; `contextFits` where the prompt has a place for other files. */
export function promptBudget(promptTokens: number, contextFits: boolean): PromptBudget {
  const chars = promptTokens * CHARS_PER_TOKEN;
  const suffixChars = Math.round(chars * SUFFIX_SHARE);
  const contextChars = contextFits ? Math.round(chars * CONTEXT_SHARE) : 0;
  return { prefixChars: Math.round(chars) - suffixChars - contextChars, suffixChars, contextChars };
}
