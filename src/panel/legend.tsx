import { LABEL_PX, type Layout } from './layout.ts';
import { PhaseMark } from './phase-mark.tsx';
import { VLine } from './plot.tsx';
import type { Knowledge, SegmentName } from './segment.ts';

/** Its name, the same where there is little room, and what it is. */
type Step = readonly [phase: SegmentName, name: string, short: string, meaning: string];

const BEFORE_TOKEN: readonly Step[] = [
  ['wait', 'wait', 'wait', 'pause, prompt'],
  ['network', 'network', 'netw.', 'connect, travel'],
  ['queue', 'queue', 'queue', 'load or wait'],
  ['prefill', 'prefill', 'prefill', 'reads prompt'],
];
const THINKING: Step = ['thinking', 'thinking', 'think', 'not yet answer'];
const AFTER_TOKEN: readonly Step[] = [
  ['line', 'first line', 'line', 'decoding it'],
  ['decode', 'decode', 'decode', 'the rest'],
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

/**
 * How to read a race: a bar with every phase named, and what the amount of ink means. `thinks`: a bar of
 * the page has thinking in it, which most models do not do.
 */
export function Legend({ layout, thinks }: { layout: Layout; thinks: boolean }) {
  const sequence = [...BEFORE_TOKEN, ...(thinks ? [THINKING] : []), ...AFTER_TOKEN];
  const steps = sequence.length;
  const { stacked, contentPx } = layout;
  const left = stacked ? 0 : LABEL_PX;
  const beside = !stacked && contentPx - left >= steps * STEP_PX + KNOWLEDGE_PX + 24;
  const step = stacked ? contentPx / steps : Math.min(STEP_PX, (contentPx - left) / steps);
  const roomy = step >= MEANING_FROM_PX;
  const below = roomy ? 70 : 56;
  // With so many narrow steps the last one has no room for it, and the two before it have.
  const showsLeft = thinks && step < NAME_FROM_PX;
  const knowledgeX = beside ? left + steps * STEP_PX + 24 : left;
  const knowledgeY = beside ? 12 : below + 18;
  const heightPx = beside ? 90 : knowledgeY + KNOWLEDGE.length * ROW_PX - 6;
  return (
    <svg
      class="legend"
      width={contentPx}
      height={heightPx}
      role="img"
      aria-label="How to read a bar, from left to right: wait, network, queue, prefill, then the first token, thinking if it does, first line, then it may be shown, decode. Solid is measured, close stripes are derived, wide stripes are estimated, a tint is measured but not split, dots are not known."
    >
      {sequence.map(([phase, name, short, meaning], index) => {
        const x = left + index * step;
        return (
          <g key={phase}>
            <PhaseMark name={phase} known="measured" fromPx={x} toPx={x + step - 1} yPx={12} />
            <text class="in" x={x + 3} y={36}>
              {step < NAME_FROM_PX ? short : name}
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
      <VLine x={left + (steps - 1) * step - 0.5} from={4} to={below} kind="shown" />
      <text
        class="in"
        x={left + (steps - 1) * step + (showsLeft ? -5 : 5)}
        y={below}
        text-anchor={showsLeft ? 'end' : 'start'}
      >
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
