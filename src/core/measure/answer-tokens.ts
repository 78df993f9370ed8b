import type { LaneRecord } from '../record.ts';
import { charsRatio } from './chars-ratio.ts';
import { CHARS_PER_TOKEN } from './decode-rate.ts';
import { hiddenTokens } from './hidden-tokens.ts';

/** Tokens of answers. `estimated`: some of them were counted from characters. */
export interface AnswerTokens {
  readonly tokens: number;
  readonly estimated: boolean;
}

/**
 * As the server counted them: in its usage, or of a stopped answer in the stream up to there. A zero
 * beside a text is no count, but a server or a gateway that fills the field in without counting.
 */
export function countedTokens(lane: LaneRecord): number | null {
  const { completionTokens } = lane.usage;
  if (completionTokens === 0 && receivedChars(lane) === 0) return 0;
  return completionTokens || lane.curve.at(-1)?.[3] || null;
}

/** Reasoning included, where it came as text. */
export function receivedChars({ curve, chars }: LaneRecord): number {
  return curve.at(-1)?.[2] ?? chars;
}

/** A model's own characters per token, from the answers that its server counted; else the usual ratio. */
export function charsPerToken(lanes: readonly LaneRecord[]): number {
  return ownCharsPerToken(lanes) ?? CHARS_PER_TOKEN;
}

/**
 * The same for what keystrokes were answered: by their own answers, where any was counted. The code of a
 * measuring run has another ratio, and measuring must not change what typing is said to have cost.
 */
export function typedCharsPerToken({
  typed,
  all,
}: Readonly<Record<'typed' | 'all', readonly LaneRecord[]>>): number {
  return ownCharsPerToken(typed) ?? charsPerToken(all);
}

function ownCharsPerToken(lanes: readonly LaneRecord[]): number | null {
  return charsRatio(
    lanes.map((lane) => ({
      chars: receivedChars(lane),
      tokens: (countedTokens(lane) ?? 0) - hiddenTokens(lane),
    })),
  );
}

/**
 * What answers cost in tokens, reasoning included where the server counts it: as the server counted, else
 * at `ratio` characters a token. The built-in predictor's cost nothing and count as none.
 */
export function answerTokens(lanes: Iterable<LaneRecord>, ratio: number): AnswerTokens {
  let tokens = 0;
  let uncountedChars = 0;
  for (const lane of lanes) {
    if (lane.provider === 'embedded') continue;
    const counted = countedTokens(lane);
    if (counted === null) uncountedChars += receivedChars(lane);
    else tokens += counted;
  }
  return { tokens: Math.round(tokens + uncountedChars / ratio), estimated: uncountedChars > 0 };
}
