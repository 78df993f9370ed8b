import type { Phase, PhaseName } from '../core/protocol.ts';

/** Where a request was. `compute`: the built-in predictor at work. `thinking`: reasoning before the answer. */
export type SegmentName = PhaseName | 'compute' | 'thinking' | 'line' | 'decode';

/**
 * How a phase is known. `measured`: stamped here or reported by the server. `derived`: from protocol
 * events. `estimated`: fitted from the model's own requests. `whole`: the sum was measured, its split
 * was not. `unknown`: the request ended inside it, so it took at least this long.
 */
export type Knowledge = 'measured' | 'derived' | 'estimated' | 'whole' | 'unknown';

/** Less between the first token and the first of the answer is no thinking: the two came as one piece. */
export const LEAST_THINKING_MS = 1;

export interface Segment {
  readonly name: SegmentName;
  readonly known: Knowledge;
  /** Milliseconds since the keystroke. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Half of the 95 % interval of an estimate. */
  readonly plusMinusMs: number | null;
}

/** Phases one after the other from the keystroke on; empty ones are left out. */
export function segmentsOf(phases: readonly Phase[], embedded: boolean): readonly Segment[] {
  let atMs = 0;
  const segments: Segment[] = [];
  for (const phase of phases) {
    const toMs = atMs + phase.ms;
    if (!(toMs > atMs)) continue;
    const computes = embedded && phase.name !== 'wait';
    segments.push({
      name: computes ? 'compute' : phase.name,
      known: computes ? 'measured' : knowledgeOf(phase),
      fromMs: atMs,
      toMs,
      plusMinusMs: phase.plusMinusMs,
    });
    atMs = toMs;
  }
  return segments;
}

/** Our own stamps bound `wait` and `connect`; `server` is what nothing could split. */
function knowledgeOf({ name, from }: Phase): Knowledge {
  if (from === 'estimated') return 'estimated';
  if (name === 'server') return 'whole';
  return from === 'server' || name === 'wait' || name === 'connect' ? 'measured' : 'derived';
}
