import type { ModelSummary } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { countedTokens, receivedChars } from './answer-tokens.ts';
import { decodeRate } from './decode-rate.ts';
import { endToEndRate } from './end-to-end-rate.ts';
import { median } from './median.ts';

/**
 * Median rates of answers. Tokens are as the server counted them; only where it counted none of any
 * answer they are taken from characters, `charsPerToken` to one, and marked so.
 */
export function answerRates(
  lanes: readonly LaneRecord[],
  charsPerToken: number,
): Pick<ModelSummary, 'tps' | 'tpsEstimated' | 'endToEndTps'> {
  const spoken = lanes.filter((lane) => lane.provider !== 'embedded' && lane.pieces > 0);
  const counted = spoken.filter((lane) => countedTokens(lane) !== null);
  const rates = ratesOf(counted, (lane) => countedTokens(lane) ?? 0);
  if (isKnown(rates)) return { ...rates, tpsEstimated: false };
  const guesses = ratesOf(spoken, (lane) => receivedChars(lane) / charsPerToken);
  return { ...guesses, tpsEstimated: isKnown(guesses) };
}

/** Answers that come in one piece have no TPS, but an end-to-end one. */
function isKnown({ tps, endToEndTps }: ReturnType<typeof ratesOf>): boolean {
  return tps !== null || endToEndTps !== null;
}

function ratesOf(lanes: readonly LaneRecord[], tokensOf: (lane: LaneRecord) => number) {
  const known = (rates: readonly (number | null)[]) => median(rates.filter((one) => one !== null));
  return {
    tps: known(lanes.map((lane) => decodeRate(lane, tokensOf(lane)))),
    endToEndTps: known(lanes.map((lane) => endToEndRate(lane, tokensOf(lane)))),
  };
}
