import type { ModelSummary } from '../core/protocol.ts';
import { tableMs } from './format.ts';
import type { Segment } from './lane-segments.ts';
import { emptyPlotWords, modelSpoken } from './model-words.ts';
import { Beyond, PhaseBar, Plot, VLine } from './plot.tsx';
import type { Scale } from './scale.ts';

/** The bar's middle, px from the top of the plot. */
const Y = 24;
/** Narrower phases carry no name under the bar: it would run into the next mark. */
const LABEL_FROM_PX = 40;

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
  const { p50Ms, p90Ms } = model.fromKey;
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
  const segments = phaseSegments(model);
  const p50Px = scale.x(p50Ms);
  return (
    <Plot scale={scale} heightPx={heightPx} label={label}>
      <PhaseBar segments={segments} scale={scale} yPx={Y} factor={1.3} />
      {!embedded && <WidestName segments={segments} scale={scale} />}
      {p90Ms !== null && <Whisker scale={scale} p50Ms={p50Ms} p90Ms={p90Ms} />}
      {p90Ms === null && p50Ms > scale.maxMs && <Beyond scale={scale} yPx={Y} ms={p50Ms} late />}
      {p50Ms <= scale.maxMs && <VLine x={p50Px} from={Y - 12} to={Y + 12} kind="mark" />}
      {embedded && (
        <text class="in" x={p50Px + 7} y={Y + 4}>
          computes in {tableMs(model.ttft.p50Ms)} ms
        </text>
      )}
      {props.nameMarks && !embedded && <MarkNames scale={scale} p50Ms={p50Ms} p90Ms={p90Ms} />}
    </Plot>
  );
}

function phaseSegments(model: ModelSummary): readonly Segment[] {
  if (model.phases === null) return [];
  const { waitMs, connectMs, firstTokenMs } = model.phases;
  const connected = waitMs + connectMs;
  const last: Pick<Segment, 'phase' | 'provenance'> =
    model.provider === 'embedded'
      ? { phase: 'compute', provenance: 'measured' }
      : { phase: 'server', provenance: 'whole' };
  const all: readonly Segment[] = [
    { phase: 'wait', provenance: 'measured', fromMs: 0, toMs: waitMs },
    { phase: 'connect', provenance: 'measured', fromMs: waitMs, toMs: connected },
    { ...last, fromMs: connected, toMs: connected + firstTokenMs },
  ];
  return all.filter((segment) => segment.toMs > segment.fromMs);
}

function WidestName({ segments, scale }: { segments: readonly Segment[]; scale: Scale }) {
  return (
    <>
      {segments
        .filter((s) => scale.x(s.toMs) - scale.x(s.fromMs) > LABEL_FROM_PX)
        .map((s) => (
          <text key={s.phase} class="in" x={scale.x(s.fromMs) + 1} y={Y + 25}>
            {s.phase} {tableMs(s.toMs - s.fromMs)}
          </text>
        ))}
    </>
  );
}

function Whisker({ scale, p50Ms, p90Ms }: { scale: Scale; p50Ms: number; p90Ms: number }) {
  const [from, to] = [scale.x(p50Ms), scale.x(p90Ms)];
  // Under a few px the tick and the cap are one mark.
  if (to - from < 3 && p90Ms <= scale.maxMs) return null;
  return (
    <>
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
