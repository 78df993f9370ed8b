import type { Interval, ModelSummary } from '../core/protocol.ts';
import { tableMs } from './format.ts';
import { modelSegments } from './model-segments.ts';
import { emptyPlotWords, modelSpoken } from './model-words.ts';
import { Beyond, PhaseBar, Plot, VLine } from './plot.tsx';
import type { Scale } from './scale.ts';
import type { Segment } from './segment.ts';
import { SEGMENT_NAMES, segmentMs } from './segment-words.ts';
import { tailWords } from './tail-words.ts';

/** The bar's middle, px from the top of the plot. */
const Y = 24;
/** Narrower phases carry no name under the bar: it would run into the next mark. */
const LABEL_FROM_PX = 40;
/** Mean width of a letter of the names at 11 px, on the large side. */
const LETTER_PX = 6.2;

/**
 * The median request as a small waterfall up to its first token, with a tick at p50 and a whisker to
 * p90: how slow, and where, in one glyph.
 */
export function ModelPlot(props: {
  model: ModelSummary;
  scale: Scale;
  heightPx: number;
  nameMarks: boolean;
}) {
  const { model, scale, heightPx } = props;
  const label = modelSpoken(model, scale.budgetMs);
  const { p50Ms, p90Ms, p90Interval } = model.fromKey;
  if (p50Ms === null) {
    const down = model.state === 'failing' || model.state === 'misconfigured';
    return (
      <Plot scale={scale} heightPx={heightPx} label={label}>
        <text class={down ? 'bad' : undefined} x={4} y={Y + 4}>
          {emptyPlotWords(model)}
        </text>
      </Plot>
    );
  }
  const embedded = model.provider === 'embedded';
  const segments = modelSegments(model);
  const p50Px = scale.x(p50Ms);
  return (
    <Plot scale={scale} heightPx={heightPx} label={label}>
      {p90Ms !== null && (
        <Whisker scale={scale} p50Ms={p50Ms} p90Ms={p90Ms} interval={p90Interval} />
      )}
      <PhaseBar segments={segments} scale={scale} yPx={Y} factor={1.3} />
      {!embedded && <Names model={model} segments={segments} scale={scale} />}
      {p90Ms === null && p50Ms > scale.maxMs && <Beyond scale={scale} yPx={Y} ms={p50Ms} late />}
      {p50Ms <= scale.maxMs && <VLine x={p50Px} from={Y - 12} to={Y + 12} kind="mark" />}
      {embedded && (
        <text class="in" x={1} y={Y + 25}>
          computes in {tableMs(model.ttft.p50Ms)} ms
        </text>
      )}
      {props.nameMarks && !embedded && <MarkNames scale={scale} p50Ms={p50Ms} p90Ms={p90Ms} />}
    </Plot>
  );
}

/** Under the bar: the widest phase, and in the late half what makes the tail. */
function Names(props: { model: ModelSummary; segments: readonly Segment[]; scale: Scale }) {
  const { model, segments, scale } = props;
  const widthPx = (segment: Segment) => scale.x(segment.toMs) - scale.x(segment.fromMs);
  const widest = segments.reduce<Segment | null>(
    (top, segment) => (top === null || widthPx(segment) > widthPx(top) ? segment : top),
    null,
  );
  const named = widest !== null && widthPx(widest) > LABEL_FROM_PX;
  const name = named ? `${SEGMENT_NAMES[widest.name]} ${segmentMs(widest)}` : '';
  const namePx = name.length * LETTER_PX;
  const startPx = named ? scale.x(widest.fromMs) + 1 : 0;
  const crosses = startPx < scale.budgetPx && startPx + namePx > scale.budgetPx - 4;
  const nameX = crosses ? Math.max(0, scale.budgetPx - 4 - namePx) : startPx;
  const tail = tailWords(model);
  const tailX = scale.budgetPx + 6;
  return (
    <>
      {named && (
        <text class="in" x={nameX} y={Y + 25}>
          {name}
        </text>
      )}
      {tail !== null && nameX + namePx < tailX && (
        <text class="in" x={tailX} y={Y + 25}>
          {tail}
        </text>
      )}
    </>
  );
}

/** From the median to p90, over the pale 95 % interval of p90. */
function Whisker(props: { scale: Scale; p50Ms: number; p90Ms: number; interval: Interval | null }) {
  const { scale, p50Ms, p90Ms, interval } = props;
  const [from, to] = [scale.x(p50Ms), scale.x(p90Ms)];
  // An interval without an upper end would paint the axis to its end: its lower end stands in the figures.
  const collar =
    interval === null || interval.highMs === null ? null : [interval.lowMs, interval.highMs];
  const [low, high] = (collar ?? [0, 0]).map(scale.x) as [number, number];
  // Under a few px the tick and the cap are one mark.
  if (to - from < 3 && p90Ms <= scale.maxMs) return null;
  return (
    <>
      {high > low && <rect class="band" x={low} y={Y - 7} width={high - low} height={14} />}
      <line class="thin" x1={from} y1={Y} x2={to} y2={Y} />
      {p90Ms > scale.maxMs ? (
        <Beyond scale={scale} yPx={Y} ms={p90Ms} late />
      ) : (
        <VLine x={to} from={Y - 7} to={Y + 7} kind="mark" />
      )}
    </>
  );
}

/** Names the tick and the cap, on the first row only. Left out where the two would collide. */
function MarkNames(props: { scale: Scale; p50Ms: number; p90Ms: number | null }) {
  const { scale, p50Ms, p90Ms } = props;
  const [p50Px, p90Px] = [scale.x(p50Ms), p90Ms === null ? null : scale.x(p90Ms)];
  const apart = p90Px !== null && p90Px - p50Px > 22 && p90Ms !== null && p90Ms <= scale.maxMs;
  return (
    <>
      <text x={p50Px} y={9} text-anchor="middle">
        p50
      </text>
      {apart && (
        <text x={p90Px} y={9} text-anchor="middle">
          p90
        </text>
      )}
    </>
  );
}
