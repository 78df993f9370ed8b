import type { CompletionRequest, Trigger } from '../../src/core/request.ts';
import { wantsBlock } from '../../src/core/text/surroundings.ts';

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
  const linePrefix = prefix.slice(prefix.lastIndexOf('\n') + 1);
  const lineSuffix = suffix.split('\n')[0] ?? '';
  return {
    offset,
    request: {
      documentUri: options.uri ?? 'file:///a.ts',
      languageId: options.languageId ?? 'typescript',
      path: 'a.ts',
      prefix,
      suffix,
      trigger: options.trigger ?? 'automatic',
      multiline: wantsBlock(linePrefix, lineSuffix),
      keystrokeAtMs: options.keystrokeAtMs ?? 1000,
    },
  };
}
