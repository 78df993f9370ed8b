import type { ModelSummary } from '../core/protocol.ts';
import { LEAST_THINKING_MS, type Segment, segmentsOf } from './segment.ts';

/**
 * A typical request of a model up to its first token, and on to the first token of its answer where it
 * thinks before that: the budget judges the answer.
 */
export function modelSegments(model: ModelSummary): readonly Segment[] {
  const segments = segmentsOf(model.segments ?? [], model.provider === 'embedded');
  const fromMs = segments.at(-1)?.toMs ?? 0;
  const toMs = model.fromKey.p50Ms ?? 0;
  if (model.firstAnswer === null || segments.length === 0) return segments;
  if (toMs - fromMs < LEAST_THINKING_MS) return segments;
  return [...segments, { name: 'thinking', known: 'measured', fromMs, toMs, plusMinusMs: null }];
}
