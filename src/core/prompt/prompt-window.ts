import type { CompletionRequest, ContextFile } from '../request.ts';
import { wholeCharacters } from './document-context.ts';
import type { PromptBudget } from './prompt-budget.ts';
import { windowStart } from './window-start.ts';

/** What one model sees of a request. */
export interface PromptText {
  readonly prefix: string;
  readonly suffix: string;
  readonly context: readonly ContextFile[];
}

/** Cuts requests down to one model's budget. */
export interface PromptWindow {
  fit(request: CompletionRequest): PromptText;
}

/** Documents whose window is remembered: more than anybody goes back and forth between. */
const MAX_DOCUMENTS = 50;

/**
 * One model's window over documents. It remembers where each document's window starts, because a start
 * worked out anew at each key would flip between two places at an edge, and each flip makes the server
 * read the whole prompt again. The suffix is measured from the cursor on, so typing leaves it as it is.
 */
export function createPromptWindow(
  budgetOf: (request: CompletionRequest) => PromptBudget,
): PromptWindow {
  const startLines = new Map<string, number>();

  return {
    fit(asked) {
      const request = withCells(asked);
      if (request.uncut === true) {
        const { prefix, suffix, context = [] } = request;
        return { prefix, suffix, context };
      }
      const { prefixChars, suffixChars, contextChars } = budgetOf(request);
      const { documentUri } = request;
      const kept = startLines.get(documentUri) ?? null;
      const start = startOf(request, prefixChars, kept);
      startLines.delete(documentUri);
      startLines.set(documentUri, start.line);
      const [oldest] = startLines.keys();
      if (startLines.size > MAX_DOCUMENTS && oldest !== undefined) startLines.delete(oldest);
      return {
        prefix: wholeCharacters(request.prefix.slice(start.offset)),
        suffix: headOfSuffix(request.suffix, suffixChars),
        context: fitContext(request.context ?? [], contextChars),
      };
    },
  };
}

/** A cell that is cut itself has no room for others on that side. */
function withCells(request: CompletionRequest): CompletionRequest {
  const { cells, prefix, suffix, prefixLine = 0 } = request;
  if (cells === undefined) return request;
  return {
    ...request,
    prefix: prefixLine === 0 ? cells.before + prefix : prefix,
    suffix: suffix + cells.after,
  };
}

function startOf(
  { prefix, prefixLine = 0 }: CompletionRequest,
  limit: number,
  kept: number | null,
) {
  const starts = [0];
  for (let at = prefix.indexOf('\n'); at >= 0; at = prefix.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  const lines = {
    firstLine: prefixLine,
    cursorLine: prefixLine + starts.length - 1,
    lineStart: (line: number) => starts[line - prefixLine] ?? 0,
  };
  return windowStart(prefix.length, limit, lines, kept);
}

/** Whole lines, or the bare limit where not even one fits. */
function headOfSuffix(suffix: string, limit: number): string {
  if (suffix.length <= limit) return suffix;
  const end = suffix.lastIndexOf('\n', limit - 1) + 1;
  return wholeCharacters(suffix.slice(0, end > 0 ? end : limit));
}

/**
 * Imports from the first on, up to half of the limit, then of what is recent the newest that fit, oldest
 * first. A pure function of a list that stays while the person types, and so is what comes out.
 */
function fitContext(context: readonly ContextFile[], limit: number): readonly ContextFile[] {
  const cost = ({ path, text }: ContextFile): number => path.length + text.length;
  const kept = new Set<ContextFile>();
  let left = limit;
  for (const file of context.filter(({ kind }) => kind === 'import')) {
    if (left - cost(file) < limit / 2) break;
    left -= cost(file);
    kept.add(file);
  }
  for (const file of context.filter(({ kind }) => kind === 'recent').reverse()) {
    if (cost(file) > left) break;
    left -= cost(file);
    kept.add(file);
  }
  return context.filter((file) => kept.has(file));
}
