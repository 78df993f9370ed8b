import type { TokenUsage } from '../core/model.ts';

/** What a request asked for, as far as it bounds what its answer can have cost. */
export interface Asked {
  /** The prompt as it was sent, all of its parts together. */
  readonly prompt: string;
  /** The limit on the answer. */
  readonly maxTokens: number;
  /** The server puts the prompt into a template of its own. */
  readonly byTemplate?: boolean;
}

/** Special tokens, and for each of up to a dozen further files a separator or a heading of some words. */
const LAID_OUT_TOKENS = 256;
/** A template may bring the system prompt of its model, which takes a page at most. */
const TEMPLATE_TOKENS = 2048;
/** Some servers count the token that ended the answer too. */
const END_TOKENS = 1;
/** Where thinking has a limit of its own, the sum is larger; nobody waits sixteen times as long for a completion. */
const THINKING_FACTOR = 16;

/** The most tokens that may have been made. `thought`: some of them are thinking. */
export function mostTokens({ maxTokens }: Asked, thought: boolean): number {
  return thought ? maxTokens * THINKING_FACTOR : maxTokens + END_TOKENS;
}

/**
 * What of an answer's counts can be: one that the request rules out is left out with its part, and so is a
 * part that is larger than its whole. A token of a prompt stands for a byte or more, whatever the
 * tokenizer, special ones aside. `thought`: thinking came as text.
 */
export function believedUsage(usage: TokenUsage, asked: Asked, thought: boolean): TokenUsage {
  const { promptTokens, cachedTokens, completionTokens, reasoningTokens = 0 } = usage;
  const added = asked.byTemplate === true ? TEMPLATE_TOKENS : LAID_OUT_TOKENS;
  const mostPrompt = Buffer.byteLength(asked.prompt) + added;
  const mostMade = mostTokens(asked, thought || reasoningTokens > 0);
  const isPrompt = (promptTokens ?? 0) <= mostPrompt;
  // Thinking that was counted apart lends none of its room to the answer.
  const answered = (completionTokens ?? 0) - reasoningTokens;
  const isMade =
    (completionTokens ?? 0) <= mostMade &&
    (reasoningTokens === 0 || answered <= mostTokens(asked, false));
  const isCached = isPrompt && (cachedTokens ?? 0) <= (promptTokens ?? mostPrompt);
  const isThought = isMade && reasoningTokens <= (completionTokens ?? mostMade);
  return {
    ...(isPrompt && promptTokens !== undefined ? { promptTokens } : {}),
    ...(isCached && cachedTokens !== undefined ? { cachedTokens } : {}),
    ...(isMade && completionTokens !== undefined ? { completionTokens } : {}),
    ...(isThought && usage.reasoningTokens !== undefined ? { reasoningTokens } : {}),
  };
}
