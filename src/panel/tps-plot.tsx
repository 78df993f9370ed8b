import type { DecodeFigure, ModelSummary } from '../core/protocol.ts';
import { count } from './format.ts';

/** One scale for all models, so that their lines can be compared. */
export interface TpsScale {
  readonly widthPx: number;
  readonly maxTokens: number;
  readonly maxTps: number;
}

/** Room for the label of the highest rate, px. */
const GUTTER_PX = 34;
const PADDING_PX = 5;

export function tpsScale(models: readonly ModelSummary[], widthPx: number): TpsScale {
  const decodes = models.flatMap(({ decode }) => (decode === null ? [] : [decode]));
  const most = Math.max(0, ...decodes.flatMap((d) => d.byPosition.map(({ tps }) => tps)));
  return {
    widthPx,
    maxTokens: Math.max(1, ...decodes.map(({ longestTokens }) => longestTokens)),
    maxTps: roundUp(most),
  };
}

/** The next of 10, 20, 50, 100, 200, 500 and so on: the only label of the axis is a round one. */
function roundUp(tps: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(tps, 1)));
  return (([1, 2, 5] as const).find((step) => step * power >= tps) ?? 10) * power;
}

/** TPS against the position in the answer. */
export function TpsPlot(props: {
  decode: DecodeFigure;
  label: string;
  scale: TpsScale;
  heightPx: number;
}) {
  const { decode, label, scale, heightPx } = props;
  const right = scale.widthPx - GUTTER_PX;
  const x = (tokens: number) => (Math.min(tokens, scale.maxTokens) / scale.maxTokens) * right;
  const y = (tps: number) =>
    heightPx - PADDING_PX - (tps / scale.maxTps) * (heightPx - 2 * PADDING_PX);
  const points = decode.byPosition.map(({ fromToken, toToken, tps }) => ({
    key: fromToken,
    x: x((fromToken + toToken) / 2),
    y: y(tps),
  }));
  return (
    <svg width={scale.widthPx} height={heightPx} role="img" aria-label={label}>
      <title>{label}</title>
      <line class="grid" x1={0} y1={PADDING_PX} x2={right} y2={PADDING_PX} />
      <line class="grid" x1={0} y1={heightPx - PADDING_PX} x2={right} y2={heightPx - PADDING_PX} />
      <text x={right + 5} y={PADDING_PX + 5}>
        {count(scale.maxTps)}
      </text>
      <text x={right + 5} y={heightPx - 1}>
        0
      </text>
      {points.length > 0 && (
        <path class="mark" d={`M${points.map((point) => `${point.x},${point.y}`).join('L')}`} />
      )}
      {points.map((point) => (
        <circle key={point.key} class="dot" cx={point.x} cy={point.y} r={2} />
      ))}
    </svg>
  );
}

/** The axis of the positions. */
export function TpsHead({ scale }: { scale: TpsScale }) {
  const right = scale.widthPx - GUTTER_PX;
  return (
    <svg
      class="tps-head"
      width={scale.widthPx}
      height={15}
      role="img"
      aria-label={`Position in the answer, from 0 to ${count(scale.maxTokens)} tokens`}
    >
      <text x={0} y={12}>
        0
      </text>
      <text x={right} y={12} text-anchor="end">
        {count(scale.maxTokens)} tokens
      </text>
    </svg>
  );
}
