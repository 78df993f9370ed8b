import type { LaneRecord } from '../record.ts';
import { CHARS_PER_TOKEN } from './decode-rate.ts';

/** Characters per prompt token over the requests whose tokens the server counted, else the usual ratio. */
export function promptRatio(lanes: readonly LaneRecord[]): number {
  let chars = 0;
  let tokens = 0;
  for (const { promptSize, usage } of lanes) {
    if (promptSize === null || !usage.promptTokens) continue;
    chars += promptSize.chars;
    tokens += usage.promptTokens;
  }
  return chars > 0 && tokens > 0 ? chars / tokens : CHARS_PER_TOKEN;
}
