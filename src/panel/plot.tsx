import type { ComponentChildren } from 'preact';
import { textMs } from './format.ts';
import type { Phase, Provenance, Segment } from './lane-segments.ts';
import { DIGIT_PX, type Scale } from './scale.ts';

/**
 * Height and vertical offset of each phase, px: the profile names the phase, colour only repeats it,
 * so a bar reads in greyscale.
 */
const SHAPE: Readonly<Record<Phase, readonly [heightPx: number, offsetPx: number]>> = {
  wait: [2, 0],
  connect: [6, -4],
  network: [6, -4],
  queue: [6, 4],
  prefill: [14, 0],
  server: [14, 0],
  compute: [14, 0],
  line: [9, 0],
  decode: [3, 0],
};

const STRIPED: readonly Phase[] = ['network', 'queue', 'prefill'];

/** The stripes of derived phases, once per page: two of three px, at 45°. */
export function Patterns() {
  return (
    <svg class="patterns" width={0} height={0} aria-hidden="true">
      <defs>
        {STRIPED.map((phase) => (
          <pattern
            key={phase}
            id={`derived-${phase}`}
            width={3}
            height={3}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={2} height={3} class={`fill-${phase}`} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** The frame of a plot: late half, grid, content, and the budget line over everything. */
export function Plot(props: {
  scale: Scale;
  heightPx: number;
  label: string | null;
  tooltip?: string;
  children?: ComponentChildren;
}) {
  const { scale, heightPx, label } = props;
  const budgetX = scale.budgetPx;
  const frame = (
    <>
      <rect class="late-half" x={budgetX} y={0} width={scale.endPx - budgetX} height="100%" />
      {scale.ticksMs.map((ms) => (
        <VLine key={ms} x={Math.round(scale.x(ms))} from={0} to="100%" kind="grid" />
      ))}
      {props.children}
      <VLine x={budgetX} from={0} to="100%" kind="budget" />
    </>
  );
  const size = { width: scale.widthPx, height: heightPx };
  if (label === null) {
    return (
      <svg {...size} aria-hidden="true">
        {frame}
      </svg>
    );
  }
  return (
    <svg {...size} role="img" aria-label={label}>
      <title>{props.tooltip ?? label}</title>
      {frame}
    </svg>
  );
}

/** The numbers along the top of a chart; with words when `words` is set. */
export function AxisHead({ scale, words }: { scale: Scale; words: boolean }) {
  const y = words ? 26 : 12;
  const label = `Axis from 0 to ${scale.maxMs} ms after the keystroke; the budget of ${scale.budgetMs} ms is its middle.`;
  return (
    <svg
      class="axis-head"
      width={scale.widthPx}
      height={words ? 32 : 17}
      role="img"
      aria-label={label}
    >
      {words && (
        <>
          <text x={0} y={11}>
            in time
          </text>
          <text class="key" x={scale.budgetPx} y={11} text-anchor="middle">
            {scale.budgetMs} ms budget
          </text>
          <text x={scale.endPx} y={11} text-anchor="end">
            late
          </text>
        </>
      )}
      {scale.ticksMs.map((ms) => (
        <text
          key={ms}
          class={ms === scale.budgetMs ? 'key' : undefined}
          x={scale.x(ms)}
          y={y}
          text-anchor={ms === 0 ? 'start' : 'middle'}
        >
          {ms}
        </text>
      ))}
      <text x={scale.endPx + (String(scale.maxMs).length * DIGIT_PX) / 2 + 2} y={y}>
        ms
      </text>
    </svg>
  );
}

/** One phase. The less is known of it, the less ink it gets. */
export function PhaseMark(props: {
  phase: Phase;
  provenance: Provenance;
  fromPx: number;
  toPx: number;
  yPx: number;
  factor?: number;
}) {
  const { phase, provenance, fromPx, yPx, factor = 1 } = props;
  const [height, offset] = SHAPE[phase].map((px) => px * factor) as [number, number];
  const box = {
    x: fromPx,
    y: yPx + offset - height / 2,
    width: Math.max(props.toPx - fromPx, 0.8),
    height,
  };
  const inset = {
    x: box.x + 0.5,
    y: box.y + 0.5,
    width: Math.max(box.width - 1, 0.3),
    height: Math.max(height - 1, 0.3),
  };
  if (provenance === 'measured') return <rect {...box} class={`fill-${phase}`} />;
  if (provenance === 'unknown') return <rect {...inset} class={`open stroke-${phase}`} />;
  if (provenance === 'whole') return <rect {...inset} class={`whole stroke-${phase}`} />;
  return (
    <>
      <rect {...box} class="ground" />
      <rect {...box} fill={`url(#derived-${phase})`} />
      {height > 3 && <rect {...inset} class={`outline stroke-${phase}`} />}
    </>
  );
}

/** The phases of one request on the shared axis; what lies beyond its end is left to the arrow. */
export function PhaseBar(props: {
  segments: readonly Segment[];
  scale: Scale;
  yPx: number;
  factor?: number;
}) {
  const { segments, scale, yPx, factor = 1 } = props;
  return (
    <>
      {segments
        .filter((segment) => segment.fromMs < scale.maxMs)
        .map((segment) => (
          <PhaseMark
            key={segment.fromMs}
            phase={segment.phase}
            provenance={segment.provenance}
            fromPx={scale.x(segment.fromMs)}
            toPx={scale.x(segment.toMs)}
            yPx={yPx}
            factor={factor}
          />
        ))}
    </>
  );
}

/** An arrow past the axis and the value it points to. */
export function Beyond(props: { scale: Scale; yPx: number; ms: number; late: boolean }) {
  const { scale, yPx } = props;
  const tone = props.late ? 'late' : 'quiet';
  return (
    <g class={`beyond ${tone}`}>
      <path d={`M${scale.endPx + 3},${yPx - 4}l5,4l-5,4z`} />
      <text x={scale.endPx + 11} y={yPx + 4}>
        {textMs(props.ms)}
      </text>
    </g>
  );
}

export function VLine(props: {
  x: number;
  from: number;
  /** Px, or `100%`: down to the row's end, however tall its words make it. */
  to: number | '100%';
  kind: 'grid' | 'budget' | 'mark' | 'shown' | 'thin';
}) {
  return <line class={props.kind} x1={props.x} y1={props.from} x2={props.x} y2={props.to} />;
}
