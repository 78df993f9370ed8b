import { MISSING, tableMs } from './format.ts';
import type { Knowledge, Segment, SegmentName } from './segment.ts';

export const SEGMENT_NAMES: Readonly<Record<SegmentName, string>> = {
  wait: 'wait',
  connect: 'connecting',
  network: 'network',
  queue: 'queue',
  load: 'loading',
  prefill: 'prefill',
  server: 'server',
  compute: 'compute',
  thinking: 'thinking',
  line: 'first line',
  decode: 'decode',
};

const KNOWLEDGE_NAMES: Readonly<Record<Exclude<Knowledge, 'measured'>, string>> = {
  derived: 'derived',
  estimated: 'estimated',
  whole: 'not split',
  unknown: 'at least',
};

/** How long, for a label: `88`, `≥ 87` where it was cut, `≈ 41 ± 19` where it was estimated. */
export function segmentMs(segment: Segment): string {
  const ms = tableMs(segment.toMs - segment.fromMs);
  if (segment.known === 'unknown') return `≥\u00A0${ms}`;
  const about = segment.known === 'estimated' ? '≈\u00A0' : '';
  return about + ms + plusMinus(segment.plusMinusMs);
}

/** For a cell of a table, where no pattern says how it is known: `queue 8 (derived)`, `queue ≈ 41 ± 19`. */
function segmentCell(segment: Segment): string {
  const { known, name } = segment;
  const told = known === 'derived' || known === 'whole' ? ` (${KNOWLEDGE_NAMES[known]})` : '';
  return `${SEGMENT_NAMES[name]} ${segmentMs(segment)}${told}`;
}

/** All of them in a cell; those that round to nothing are left out. */
export function segmentsCell(segments: readonly Segment[]): string {
  const shown = segments.filter(({ fromMs, toMs }) => toMs - fromMs >= 0.5);
  return shown.length === 0 ? MISSING : shown.map(segmentCell).join(', ');
}

/** For speech: `queue 41 ms (estimated, ± 19)`. */
export function segmentSpoken(segment: Segment): string {
  const ms = `${SEGMENT_NAMES[segment.name]} ${tableMs(segment.toMs - segment.fromMs)} ms`;
  if (segment.known === 'measured') return ms;
  const uncertain = segment.plusMinusMs === null ? '' : `,${plusMinus(segment.plusMinusMs)}`;
  return `${ms} (${KNOWLEDGE_NAMES[segment.known]}${uncertain})`;
}

/** Half of the 95 % interval, after the figure; empty where there is none. */
export function plusMinus(ms: number | null): string {
  return ms === null ? '' : ` ±\u00A0${tableMs(ms)}`;
}
