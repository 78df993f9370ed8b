import { escapedFiles, escapedPath } from '../core/prompt/escaped-files.ts';
import { escapeTokens, FIM_TEMPLATES, isTemplateName, specialTokens } from '../core/prompt/fim.ts';
import { MULTI_FILE_FORMS } from '../core/prompt/multi-file.ts';
import { promptBudget } from '../core/prompt/prompt-budget.ts';
import { createPromptWindow } from '../core/prompt/prompt-window.ts';
import { withoutClosers } from '../core/prompt/without-closers.ts';
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

/**
 * One model's layout. What seldom changes stands first: other files, whole lines, the suffix, and the
 * line being typed at the very end where the format lets it stand behind the middle token, so that a
 * key changes only the last tokens and the server's KV cache holds the rest.
 */
export function fimLayout(fim: FimName, promptTokens: number): FimLayout {
  const template = isTemplateName(fim) ? FIM_TEMPLATES[fim] : null;
  const multiFile = isTemplateName(fim) ? MULTI_FILE_FORMS[fim] : undefined;
  const tokens = specialTokens(template);
  const window = createPromptWindow(({ context }) =>
    promptBudget(promptTokens, multiFile !== undefined && context !== undefined),
  );
  return {
    tokens,
    stop: [...(template?.stop ?? []), ...(multiFile?.stop === undefined ? [] : [multiFile.stop])],
    fields(request) {
      const suffixFirst = template?.order === 'spm';
      const seen = window.fit(
        suffixFirst ? { ...request, suffix: withoutClosers(request.suffix) } : request,
      );
      const prefix = escapeTokens(seen.prefix, tokens);
      const suffix = escapeTokens(seen.suffix, tokens);
      if (template === null)
        return fim === 'suffix' ? { prompt: prefix, suffix } : { prompt: prefix };
      const path = escapedPath(request.path, tokens);
      const files = escapedFiles(seen.context, tokens);
      const around = files.length > 0 ? multiFile?.layOut(files, path) : undefined;
      const lineStart = template.lineLast ? prefix.lastIndexOf('\n') + 1 : prefix.length;
      const whole = (around?.inPrefix ?? '') + prefix.slice(0, lineStart);
      const prompt = template.render({ prefix: whole, suffix, path });
      return { prompt: (around?.before ?? '') + prompt + prefix.slice(lineStart) };
    },
  };
}
