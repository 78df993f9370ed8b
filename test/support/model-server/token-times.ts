import type { Script } from './script.ts';

/**
 * When each of so many tokens is due, in ms after the first. With a fall the time per token grows in a
 * straight line with the position, so that the rate has lost the given share by token 1000.
 */
export function tokenTimes(script: Script, tokens: number): readonly number[] {
  const msPerToken = script.tps === undefined ? 0 : 1000 / script.tps;
  const fall = script.tpsFallPer1000 ?? 0;
  const growth = fall / (1 - fall) / 1000;
  let atMs = 0;
  return Array.from({ length: tokens }, (_, index) => {
    if (index > 0) atMs += msPerToken * (1 + growth * index);
    return atMs;
  });
}
