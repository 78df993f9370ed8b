import type { Clock } from '../clock.ts';
import type { TransportMark } from '../model.ts';
import type { LaneRecord } from '../record.ts';

/** The moments of a request that its model's adapter tells of, as they are kept. */
export interface Marks {
  note(mark: TransportMark): void;
  /** `relative` turns a monotonic time, or null, into what a record holds. */
  toRecord(
    relative: (atMs: number | null) => number | null,
  ): Pick<
    LaneRecord,
    | 'connectedMs'
    | 'reusedConnection'
    | 'roundTripMs'
    | 'headersMs'
    | 'waitingMs'
    | 'processingMs'
    | 'firstChunkMs'
    | 'promptSize'
  >;
}

export function createMarks(clock: Clock): Marks {
  let promptSize: LaneRecord['promptSize'] = null;
  let connectedAtMs: number | null = null;
  let reusedConnection: boolean | null = null;
  let roundTripMs: number | null = null;
  let headersAtMs: number | null = null;
  let waitingAtMs: number | null = null;
  let processingAtMs: number | null = null;
  let firstChunkAtMs: number | null = null;

  return {
    note(mark) {
      const nowMs = clock.nowMs();
      switch (mark.name) {
        case 'prompt':
          promptSize = { chars: mark.chars, repeatedChars: mark.repeatedChars };
          break;
        case 'connected':
          connectedAtMs = nowMs;
          reusedConnection = mark.reused;
          roundTripMs = mark.roundTripMs;
          break;
        case 'headers':
          headersAtMs ??= nowMs;
          break;
        case 'waiting':
          waitingAtMs = nowMs;
          break;
        case 'processing':
          processingAtMs ??= nowMs;
          break;
        case 'chunk':
          firstChunkAtMs ??= nowMs;
      }
    },
    toRecord: (relative) => ({
      connectedMs: relative(connectedAtMs),
      reusedConnection,
      roundTripMs,
      headersMs: relative(headersAtMs),
      waitingMs: relative(waitingAtMs),
      processingMs: relative(processingAtMs),
      firstChunkMs: relative(firstChunkAtMs),
      promptSize,
    }),
  };
}
