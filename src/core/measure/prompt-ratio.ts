import type { LaneRecord } from '../record.ts';
import { charsRatio } from './chars-ratio.ts';
import { CHARS_PER_TOKEN } from './decode-rate.ts';

/** Characters per prompt token over the requests whose tokens the server counted, else the usual ratio. */
export function promptRatio(lanes: readonly LaneRecord[]): number {
  const counted = lanes.flatMap(({ promptSize, usage }) =>
    promptSize === null ? [] : { chars: promptSize.chars, tokens: usage.promptTokens ?? 0 },
  );
  return charsRatio(counted) ?? CHARS_PER_TOKEN;
}
