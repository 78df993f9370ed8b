import { escapeTokens, FIM_TEMPLATES, isTemplateName, specialTokens } from '../core/prompt/fim.ts';
import type { CompletionRequest } from '../core/request.ts';
import type { FimName } from '../core/settings.ts';

/** How prefix and suffix of one FIM format are laid out in a request body. */
export interface FimLayout {
  /** Special tokens of the format: they end an answer and are broken up in what a file says. */
  readonly tokens: readonly string[];
  readonly stop: readonly string[];
  /** `suffix` is there only where the server lays the two out by itself. */
  fields(request: CompletionRequest): { readonly prompt: string; readonly suffix?: string };
}

export function fimLayout(fim: FimName): FimLayout {
  const template = isTemplateName(fim) ? FIM_TEMPLATES[fim] : null;
  const tokens = specialTokens(template);
  return {
    tokens,
    stop: template?.stop ?? [],
    fields(request) {
      const prefix = escapeTokens(request.prefix, tokens);
      const suffix = escapeTokens(request.suffix, tokens);
      if (template !== null) {
        const path = escapeTokens(request.path.replace(/\p{Cc}/gu, ' '), tokens);
        return { prompt: template.render({ prefix, suffix, path }) };
      }
      return fim === 'suffix' ? { prompt: prefix, suffix } : { prompt: prefix };
    },
  };
}
