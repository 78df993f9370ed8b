import { LABEL_PX, type Layout } from './layout.ts';
import { PhaseMark } from './phase-mark.tsx';
import { VLine } from './plot.tsx';
import type { Knowledge, SegmentName } from './segment.ts';

const SEQUENCE: readonly (readonly [SegmentName, string, string])[] = [
  ['wait', 'wait', 'pause, prompt'],
  ['network', 'network', 'connect, travel'],
  ['queue', 'queue', 'load or wait'],
  ['prefill', 'prefill', 'reads prompt'],
  ['line', 'first line', 'decoding it'],
  ['decode', 'decode', 'the rest'],
];

const KNOWLEDGE: readonly (readonly [SegmentName, Knowledge, string])[] = [
  ['prefill', 'measured', 'measured, or reported by the server'],
  ['prefill', 'derived', 'derived from protocol events'],
  ['prefill', 'estimated', 'estimated from its own requests'],
  ['server', 'whole', 'server: queue and prefill, not split'],
  ['server', 'unknown', 'not known: ended before'],
];

/** The right column's width, px: its longest sentence and the swatch. */
const KNOWLEDGE_PX = 250;
const ROW_PX = 17;
const STEP_PX = 101;
/** Narrower phases carry no meaning under their name, and the shortest name: words would run together. */
const MEANING_FROM_PX = 96;
const NAME_FROM_PX = 70;

/** How to read a race: a bar with every phase named, and what the amount of ink means. */
export function Legend({ layout }: { layout: Layout }) {
  const { stacked, contentPx } = layout;
  const left = stacked ? 0 : LABEL_PX;
  const beside = !stacked && contentPx - left >= 6 * STEP_PX + KNOWLEDGE_PX + 24;
  const step = stacked
    ? contentPx / SEQUENCE.length
    : Math.min(STEP_PX, (contentPx - left) / SEQUENCE.length);
  const roomy = step >= MEANING_FROM_PX;
  const below = roomy ? 70 : 56;
  const knowledgeX = beside ? left + 6 * STEP_PX + 24 : left;
  const knowledgeY = beside ? 12 : below + 18;
  const heightPx = beside ? 90 : knowledgeY + KNOWLEDGE.length * ROW_PX - 6;
  return (
    <svg
      class="legend"
      width={contentPx}
      height={heightPx}
      role="img"
      aria-label="How to read a bar, from left to right: wait, network, queue, prefill, then the first token, first line, then it may be shown, decode. Solid is measured, close stripes are derived, wide stripes are estimated, a tint is measured but not split, dots are not known."
    >
      {SEQUENCE.map(([phase, name, meaning], index) => {
        const x = left + index * step;
        return (
          <g key={phase}>
            <PhaseMark name={phase} known="measured" fromPx={x} toPx={x + step - 1} yPx={12} />
            <text class="in" x={x + 3} y={36}>
              {step < NAME_FROM_PX ? name.replace('first ', '') : name}
            </text>
            {roomy && (
              <text x={x + 3} y={50}>
                {meaning}
              </text>
            )}
          </g>
        );
      })}
      <VLine x={left + 4 * step - 0.5} from={0} to={below} kind="mark" />
      <text class="in" x={left + 4 * step - 5} y={below} text-anchor="end">
        first token
      </text>
      <VLine x={left + 5 * step - 0.5} from={4} to={below} kind="shown" />
      <text class="in" x={left + 5 * step + 5} y={below}>
        {roomy ? 'may be shown' : 'may show'}
      </text>
      {KNOWLEDGE.map(([phase, known, meaning], index) => {
        const y = knowledgeY + index * ROW_PX;
        return (
          <g key={meaning}>
            <PhaseMark
              name={phase}
              known={known}
              fromPx={knowledgeX}
              toPx={knowledgeX + 34}
              yPx={y}
              factor={0.72}
            />
            <text class="in" x={knowledgeX + 42} y={y + 4}>
              {meaning}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
