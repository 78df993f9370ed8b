import { lanePhases } from '../core/measure/lane-phases.ts';
import type { Floor } from '../core/protocol.ts';
import type { LaneRecord } from '../core/record.ts';
import {
  type Knowledge,
  LEAST_THINKING_MS,
  type Segment,
  type SegmentName,
  segmentsOf,
} from './segment.ts';

/**
 * The timeline of one request as phases without gaps, in order, from the keystroke on. Without a first
 * token the last phase is open: the request ended inside it.
 */
export function laneSegments(lane: LaneRecord, floor: Floor | null): readonly Segment[] {
  const embedded = lane.provider === 'embedded';
  const segments = [...segmentsOf(lanePhases(lane, floor), embedded)];
  let atMs = segments.at(-1)?.toMs ?? 0;
  const push = (name: SegmentName, toMs: number | null, known: Knowledge = 'measured') => {
    if (toMs === null || !(toMs > atMs)) return;
    segments.push({ name, known, fromMs: atMs, toMs, plusMinusMs: null });
    atMs = toMs;
  };
  if (lane.firstTokenMs !== null) {
    const thinkingMs = (lane.firstAnswerMs ?? atMs) - atMs;
    if (thinkingMs >= LEAST_THINKING_MS) push('thinking', lane.firstAnswerMs);
    push('line', lane.firstLineMs);
    push('decode', lane.lastTokenMs);
    return segments;
  }
  // Nothing is known after the wait of a request that never got a connection.
  if (!embedded && lane.connectedMs === null) push('connect', lane.endMs, 'unknown');
  const last = segments.at(-1);
  if (embedded || last === undefined || last.name === 'wait') return segments;
  const name = last.name === 'server' && lane.processingMs !== null ? 'prefill' : last.name;
  return [...segments.slice(0, -1), { ...last, name, known: 'unknown' }];
}
