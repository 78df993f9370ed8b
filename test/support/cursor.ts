import type { CompletionRequest, Trigger } from '../../src/core/request.ts';
import { wantsBlock } from '../../src/core/text/wants-block.ts';

export interface AtCursor {
  readonly request: CompletionRequest;
  readonly offset: number;
}

/** A document written as text with a `█` at the cursor. */
export function atCursor(
  marked: string,
  options: { keystrokeAtMs?: number; trigger?: Trigger; uri?: string; languageId?: string } = {},
): AtCursor {
  const offset = marked.indexOf('█');
  if (offset < 0) throw new Error('The document has no █ cursor.');
  const prefix = marked.slice(0, offset);
  const suffix = marked.slice(offset + 1);
  const languageId = options.languageId ?? 'typescript';
  return {
    offset,
    request: {
      documentUri: options.uri ?? 'file:///a.ts',
      languageId,
      path: 'a.ts',
      prefix,
      suffix,
      trigger: options.trigger ?? 'automatic',
      multiline: wantsBlock({ prefix, suffix, languageId }),
      keystrokeAtMs: options.keystrokeAtMs ?? 1000,
    },
  };
}
