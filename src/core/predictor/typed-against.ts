import type { CompletionRequest } from '../request.ts';
import { splitLine } from './live-window.ts';

/** Lines remembered; the oldest is dropped. */
const MAX_LINES = 64;

/**
 * Remembers what the person typed against. A prediction for a line is refuted when that line goes on
 * otherwise; the same whole line is then not offered there again, also after a correction backwards.
 */
export interface TypedAgainst {
  /** Compares the line as it is now with what was last offered for it. */
  observe(request: CompletionRequest): void;
  offered(request: CompletionRequest, text: string): void;
  /** True when accepting `text` would make the line one that was refuted. */
  has(request: CompletionRequest, text: string): boolean;
  clear(): void;
}

export function createTypedAgainst(): TypedAgainst {
  /** Lines that were refuted, by the place of the line; both as they would read up to the cursor. */
  const refuted = new Map<string, Set<string>>();
  let last: { place: string; typed: string; line: string } | null = null;

  return {
    observe(request) {
      if (last === null) return;
      const { place, typed } = lineOf(request);
      if (place !== last.place) {
        last = null;
        return;
      }
      // Going back is not a verdict, typing along is agreement.
      if (last.line.startsWith(typed)) return;
      const lines = refuted.get(place) ?? new Set<string>();
      // An accepted prediction may be longer than what was offered; only a divergence refutes.
      if (!typed.startsWith(last.line)) lines.add(last.line);
      refuted.delete(place);
      refuted.set(place, lines);
      if (refuted.size > MAX_LINES) refuted.delete(refuted.keys().next().value ?? '');
      last = null;
    },
    offered(request, text) {
      const { place, typed } = lineOf(request);
      last = { place, typed, line: typed + text };
    },
    has(request, text) {
      const { place, typed } = lineOf(request);
      return refuted.get(place)?.has(typed + text) === true;
    },
    clear() {
      refuted.clear();
      last = null;
    },
  };
}

/** A line is known by its document and the text right above it, which typing on the line leaves alone. */
function lineOf(request: CompletionRequest): { place: string; typed: string } {
  const { above, typed } = splitLine(request.prefix);
  return { place: `${request.documentUri}\n${above.slice(-400)}`, typed };
}
