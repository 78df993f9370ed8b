import type { DecodeFigure, ModelSummary } from '../core/protocol.ts';
import { change, count, MISSING } from './format.ts';
import { remoteText } from './remote-text.ts';

/** Between word joiners: a line may break between two points, not within one. */
const UNBROKEN_DASH = '\u2060–\u2060';

/** The points of the line: `0–63: 96, 64–127: 92`. */
export function tpsByPosition(decode: DecodeFigure | null): string {
  if (decode === null) return MISSING;
  return decode.byPosition
    .map(
      ({ fromToken, toToken, tps }) =>
        `${count(fromToken)}${UNBROKEN_DASH}${count(toToken)}:\u00A0${count(tps)}`,
    )
    .join(', ');
}

/** The line in words; also its tooltip. */
export function tpsSpoken({ id, decode }: ModelSummary): string {
  const name = remoteText(id, 80);
  if (decode === null) return `${name}: not enough long answers to tell TPS by position.`;
  const { earlyTps, lateTps, decline, tokensFrom, n } = decode;
  const how = tokensFrom === 'estimated' ? ', tokens estimated' : '';
  return `${name}: TPS by position in the answer, from ${count(earlyTps)} to ${count(lateTps)}, ${change(decline)}, n ${count(n)}${how}. Tokens ${tpsByPosition(decode)}.`;
}
