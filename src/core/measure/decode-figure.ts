import type { DecodeFigure } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';

/** TPS by position and its fitted decline; null with too little data. */
export function decodeFigure(
  lanes: readonly LaneRecord[],
  charsPerToken: number,
): DecodeFigure | null {
  void lanes;
  void charsPerToken;
  return null;
}
