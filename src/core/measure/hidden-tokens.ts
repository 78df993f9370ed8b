import type { LaneRecord } from '../record.ts';

/**
 * Tokens of reasoning that a server counts but does not send: all were written before the first piece.
 * The curve counts the characters of reasoning too, so where it has more than the answer, it was sent.
 * 0 for a record without a curve, which cannot tell.
 */
export function hiddenTokens({ usage, curve, chars }: LaneRecord): number {
  const reasoning = usage.reasoningTokens ?? 0;
  const received = curve.at(-1)?.[2];
  return received === undefined || received > chars ? 0 : reasoning;
}
