import type { CompletionRequest } from '../request.ts';

/** All that a request offers to prompts, in characters. */
export function requestChars({ prefix, suffix, context = [] }: CompletionRequest): number {
  const files = context.reduce((sum, { path, text }) => sum + path.length + text.length, 0);
  return prefix.length + suffix.length + files;
}
