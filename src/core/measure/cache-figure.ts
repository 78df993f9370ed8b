import type { CacheFigure } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { promptTokens } from './prompt-tokens.ts';

/** What one request had to read, and how much of that was in the server's KV cache. */
export interface CachedPrompt {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly from: CacheFigure['from'];
}

/** Null where nothing tells. */
export function cachedPrompt(lane: LaneRecord, charsPerToken?: number): CachedPrompt | null {
  const counted = promptTokens(lane, charsPerToken);
  if (counted === null || counted.uncached === null || counted.prompt.tokens <= 0) return null;
  const { prompt, uncached } = counted;
  return {
    promptTokens: prompt.tokens,
    cachedTokens: prompt.tokens - uncached.tokens,
    from: uncached.from,
  };
}

/**
 * The share of all prompt tokens that came from the cache. From the requests whose server reported it,
 * where there are any: the estimate says what could have been reused, not what was.
 */
export function cacheFigure(
  lanes: readonly LaneRecord[],
  charsPerToken?: number,
): CacheFigure | null {
  const known = lanes
    .map((lane) => cachedPrompt(lane, charsPerToken))
    .filter((one) => one !== null);
  const reported = known.filter((one) => one.from === 'server');
  const used = reported.length > 0 ? reported : known;
  if (used.length === 0) return null;
  const sum = (field: 'promptTokens' | 'cachedTokens') =>
    used.reduce((total, one) => total + one[field], 0);
  const [cached, prompt] = [sum('cachedTokens'), sum('promptTokens')];
  return {
    hitShare: cached / prompt,
    cachedTokens: Math.round(cached),
    promptTokens: Math.round(prompt),
    n: used.length,
    from: reported.length > 0 ? 'server' : 'estimated',
  };
}
