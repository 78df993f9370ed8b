import type { JobTime } from '../core/measure/job-fit.ts';
import { textMs } from './format.ts';

/** Room for the last label of the axis, px. */
const GUTTER_PX = 34;
const BAR_PX = 24;
/** A label of the axis such as `2.5 s`, with the space to the next. */
const LABEL_PX = 48;

/** An interval may be a hundred times the total, and then the bars would be dots: longer ones get an arrow. */
const MOST_TOTALS = 2;

/**
 * One linear axis from 0 to the latest end, the same in every row; at most to about twice the longest
 * expected total.
 */
export interface JobScale {
  readonly widthPx: number;
  readonly endPx: number;
  readonly maxMs: number;
  readonly ticksMs: readonly number[];
  /** Clamped to the axis. */
  readonly x: (ms: number) => number;
}

export function jobScale(times: readonly JobTime[], widthPx: number): JobScale {
  const endPx = Math.max(40, widthPx - GUTTER_PX);
  const longestMs = Math.max(1, ...times.map(({ totalMs }) => totalMs));
  const highestMs = Math.max(...times.map(({ totalMs, interval }) => interval?.highMs ?? totalMs));
  const lastMs = Math.min(Math.max(longestMs, highestMs), longestMs * MOST_TOTALS);
  const stepMs = roundStep(lastMs / Math.max(1, Math.min(4, Math.floor(endPx / LABEL_PX))));
  const steps = Math.ceil(lastMs / stepMs);
  const maxMs = steps * stepMs;
  return {
    widthPx,
    endPx,
    maxMs,
    ticksMs: Array.from({ length: steps + 1 }, (_, i) => i * stepMs),
    x: (ms) => (Math.min(ms, maxMs) / maxMs) * endPx,
  };
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(ms));
  return (([1, 2, 5] as const).find((step) => step * power >= ms) ?? 10) * power;
}

export function JobHead({ scale }: { scale: JobScale }) {
  const last = scale.ticksMs.at(-1) ?? 0;
  return (
    <svg
      class="axis-head"
      width={scale.widthPx}
      height={17}
      role="img"
      aria-label={`Axis from 0 to ${textMs(last)}`}
    >
      {scale.ticksMs.map((ms) => (
        <text key={ms} x={scale.x(ms)} y={12} text-anchor={ms === 0 ? 'start' : 'middle'}>
          {ms === 0 ? '0' : textMs(ms)}
        </text>
      ))}
    </svg>
  );
}

/** Thick to the first token, thin while it writes, whisker over the 95 % interval of the end. */
export function JobBar(props: { time: JobTime; scale: JobScale; label: string }) {
  const { time, scale, label } = props;
  const { x } = scale;
  const y = BAR_PX / 2;
  const [firstPx, endPx] = [x(time.ttftMs), x(time.totalMs)];
  const { interval } = time;
  return (
    <svg width={scale.widthPx} height={BAR_PX} role="img" aria-label={label}>
      <title>{label}</title>
      {scale.ticksMs.map((ms) => (
        <line key={ms} class="grid" x1={x(ms)} y1={0} x2={x(ms)} y2={BAR_PX} />
      ))}
      {interval !== null && (
        <rect
          class="band"
          x={x(interval.lowMs)}
          y={y - 8}
          width={Math.max(1, x(interval.highMs) - x(interval.lowMs))}
          height={16}
        />
      )}
      {interval !== null && interval.highMs > scale.maxMs && (
        <g class="beyond quiet">
          <path d={`M${scale.endPx + 3},${y - 4}l5,4l-5,4z`} />
        </g>
      )}
      <rect class="fill-prefill" x={0} y={y - 7} width={Math.max(firstPx, 1.5)} height={14} />
      <rect
        class="fill-decode"
        x={firstPx}
        y={y - 3}
        width={Math.max(endPx - firstPx, 0.8)}
        height={6}
      />
      <line class="mark" x1={endPx} y1={y - 7} x2={endPx} y2={y + 7} />
    </svg>
  );
}
