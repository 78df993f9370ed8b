import type { ComponentChildren } from 'preact';
import { textMs } from './format.ts';
import { PhaseMark } from './phase-mark.tsx';
import { DIGIT_PX, type Scale } from './scale.ts';
import type { Segment } from './segment.ts';

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

/** `in time` at 11 px, and a gap: with less room the budget stands alone. */
const SIDE_WORDS_PX = 44;

/** The numbers along the top of a chart; with words when `words` is set. */
export function AxisHead({ scale, words }: { scale: Scale; words: boolean }) {
  const y = words ? 26 : 12;
  const budgetWords = `${scale.budgetMs} ms budget`;
  const sides = scale.budgetPx > (budgetWords.length * DIGIT_PX) / 2 + SIDE_WORDS_PX;
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
          {sides && (
            <text x={0} y={11}>
              in time
            </text>
          )}
          <text class="key" x={scale.budgetPx} y={11} text-anchor="middle">
            {budgetWords}
          </text>
          {sides && (
            <text x={scale.endPx} y={11} text-anchor="end">
              late
            </text>
          )}
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
            name={segment.name}
            known={segment.known}
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
