import type { DecodeFigure } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { soundGrowth, typicalMsPerToken } from './decode-fit.ts';
import type { LaneDecode } from './lane-decode.ts';
import { median } from './median.ts';
import { timedAnswers } from './timed-answers.ts';

/** As many as a small chart can show. */
const MAX_BUCKETS = 8;
/** Smaller buckets would show single flushes. */
const MIN_BUCKET_TOKENS = 16;
/** An answer says something of a bucket when it covers at least half of it. */
const MIN_COVER = 0.5;

/**
 * TPS by position in the output and its fitted decline, 0 where the rate does not follow a line. Null until at least one answer had 64 tokens
 * after its first piece, in more than six stretches of at least 8 tokens that arrived at different times:
 * nothing shorter shows a decline. All of the decline is read off the fitted line between its first token
 * and the last that was measured.
 */
export function decodeFigure(
  lanes: readonly LaneRecord[],
  charsPerToken: number,
): DecodeFigure | null {
  const answers = timedAnswers(lanes, charsPerToken);
  const long = answers.filter(({ isLong }) => isLong);
  if (long.length === 0) return null;
  const growth = soundGrowth(answers);
  const msPerToken = typicalMsPerToken(answers, growth);
  if (msPerToken === null || msPerToken <= 0) return null;
  const longestTokens = Math.round(Math.max(...long.map(({ toToken }) => toToken)));
  const tpsAt = (position: number) => 1000 / (msPerToken * (1 + growth * position));
  const earlyTps = tpsAt(0);
  const lateTps = tpsAt(longestTokens);
  // A rate that rises can only be followed as far as it was seen: the line would soon promise endless speed.
  const farTps = growth < 0 ? tpsAt(Math.min(1000, longestTokens)) : tpsAt(1000);
  return {
    earlyTps,
    lateTps,
    decline: 1 - lateTps / earlyTps,
    fallPer1000: 1 - farTps / earlyTps,
    byPosition: buckets(answers, longestTokens),
    longestTokens,
    n: answers.length,
    tokensFrom: answers[0]?.from ?? 'estimated',
  };
}

/** Buckets of 16, 32, 64… tokens, the smallest that need no more than eight. */
function buckets(answers: readonly LaneDecode[], longest: number): DecodeFigure['byPosition'] {
  let size = MIN_BUCKET_TOKENS;
  while (size * MAX_BUCKETS < longest) size *= 2;
  const found: DecodeFigure['byPosition'][number][] = [];
  for (let fromToken = 0; fromToken < longest; fromToken += size) {
    const toToken = fromToken + size;
    const rates = answers
      .map((answer) => rateWithin(answer, fromToken, toToken))
      .filter((rate) => rate !== null);
    const tps = median(rates);
    if (tps !== null) found.push({ fromToken, toToken, tps, n: rates.length });
  }
  return found;
}

function rateWithin({ points }: LaneDecode, fromToken: number, toToken: number): number | null {
  const from = Math.max(fromToken, points[0]?.[0] ?? 0);
  const to = Math.min(toToken, points.at(-1)?.[0] ?? 0);
  if (to - from < (toToken - fromToken) * MIN_COVER) return null;
  const ms = msAt(points, to) - msAt(points, from);
  return ms > 0 ? ((to - from) / ms) * 1000 : null;
}

/** When so many tokens had come, read off between two points. */
function msAt(points: LaneDecode['points'], tokens: number): number {
  const after = points.findIndex(([there]) => there >= tokens);
  const [n1, ms1] = points[after] ?? [tokens, 0];
  const [n0, ms0] = points[after - 1] ?? [n1, ms1];
  return n1 === n0 ? ms1 : ms0 + ((ms1 - ms0) * (tokens - n0)) / (n1 - n0);
}
