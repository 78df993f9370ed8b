import type { CurvePoint, LaneRecord } from '../record.ts';
import { hiddenTokens } from './hidden-tokens.ts';

/** Tokens that had come by a moment, in ms since the keystroke. */
export type TokenPoint = readonly [tokens: number, ms: number];

export interface TokenCurve {
  /** From the first piece to the last; neither tokens nor time ever go back. */
  readonly points: readonly TokenPoint[];
  /** `estimated`: the server counted nothing, so how many there were is a guess too. */
  readonly from: 'server' | 'estimated';
}

/** Servers count the token that ends an answer and send no text for it; a stop string may cost one more. */
const UNSENT_TOKENS = 2;

/**
 * How many tokens of an answer had come when, by the best that is known: the server's counts in the
 * stream; else one per piece, where there were as many pieces as tokens in the end; else the server's
 * total spread over the characters; else characters at `charsPerToken`. Null for fewer than two points.
 */
export function tokenCurve(lane: LaneRecord, charsPerToken: number): TokenCurve | null {
  const { curve } = lane;
  const [last] = curve.slice(-1);
  if (last === undefined || curve.length < 2 || last[2] <= 0) return null;
  const counted = countedPoints(curve);
  if (counted !== null) return { points: counted, from: 'server' };
  const spread = (tokensOf: (point: CurvePoint) => number) =>
    curve.map((point): TokenPoint => [tokensOf(point), point[0]]);

  // Zero beside a text is no count.
  const total = lane.usage.completionTokens || null;
  if (total === null) {
    return { points: spread(([, , chars]) => chars / charsPerToken), from: 'estimated' };
  }
  const hidden = hiddenTokens(lane);
  const sent = total - hidden;
  if (sent <= 0) return null;
  const points =
    Math.abs(last[1] - sent) <= UNSENT_TOKENS
      ? spread(([, pieces]) => hidden + pieces)
      : spread(([, , chars]) => hidden + (chars / last[2]) * sent);
  return { points, from: 'server' };
}

/** The points that the server counted, if they reach from piece to piece up to the end. */
function countedPoints(curve: readonly CurvePoint[]): readonly TokenPoint[] | null {
  const points: TokenPoint[] = [];
  let most = 0;
  for (const [ms, , , tokens] of curve) {
    // A count that falls behind is a server that counts something else on this chunk.
    if (tokens === null || tokens <= most) continue;
    points.push([tokens, ms]);
    most = tokens;
  }
  return points.length >= 2 && curve.at(-1)?.[3] === most ? points : null;
}
