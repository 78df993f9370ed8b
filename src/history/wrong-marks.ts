import type { LaneRecord } from '../core/record.ts';

type Mark = {
  [K in keyof LaneRecord]: LaneRecord[K] extends number | null ? K : never;
}[keyof LaneRecord] &
  `${string}Ms`;

/** What one clock stamps one after the other, whatever the server and the network do. */
const IN_ORDER: readonly (readonly [earlier: Mark, later: Mark])[] = [
  ['dispatchedMs', 'connectedMs'],
  ['dispatchedMs', 'headersMs'],
  ['dispatchedMs', 'waitingMs'],
  ['dispatchedMs', 'processingMs'],
  ['dispatchedMs', 'firstChunkMs'],
  ['dispatchedMs', 'firstTokenMs'],
  ['connectedMs', 'headersMs'],
  ['headersMs', 'firstChunkMs'],
  ['firstChunkMs', 'firstTokenMs'],
  ['firstTokenMs', 'firstAnswerMs'],
  ['firstTokenMs', 'lastTokenMs'],
  ['firstAnswerMs', 'firstLineMs'],
];

/** The marks of a request that stand before one that came earlier. */
export function wrongMarks(lane: Pick<LaneRecord, Mark>): readonly Mark[] {
  return IN_ORDER.flatMap(([earlier, later]) => {
    const [from, to] = [lane[earlier], lane[later]];
    return from !== null && to !== null && to < from ? [later] : [];
  });
}
