import type { Knowledge, SegmentName } from './segment.ts';

/**
 * Height and vertical offset of each phase, px: the profile names the phase, colour only repeats it,
 * so a bar reads in greyscale. Loading and queueing hold a request up in the same way and share theirs.
 */
const SHAPE: Readonly<Record<SegmentName, readonly [heightPx: number, offsetPx: number]>> = {
  wait: [2, 0],
  connect: [6, -4],
  network: [6, -4],
  queue: [6, 4],
  load: [6, 4],
  prefill: [14, 0],
  server: [14, 0],
  compute: [14, 0],
  thinking: [3, 0],
  line: [9, 0],
  decode: [3, 0],
};

/** The phases that have a colour of their own, and so stripes. */
const STRIPED = ['network', 'queue', 'prefill'] as const;

const STRIPES: Partial<Record<SegmentName, (typeof STRIPED)[number]>> = {
  connect: 'network',
  network: 'network',
  queue: 'queue',
  load: 'queue',
};

/** Px of ink of how many px, at 45°: close stripes for derived phases, wide ones for estimates. */
const PATTERNS = { derived: [2, 3], estimated: [1.4, 5] } as const;

/** The stripes, once per page. */
export function Patterns() {
  return (
    <svg class="patterns" width={0} height={0} aria-hidden="true">
      <defs>
        {(['derived', 'estimated'] as const).flatMap((known) =>
          STRIPED.map((colour) => {
            const [ink, of] = PATTERNS[known];
            return (
              <pattern
                key={`${known}-${colour}`}
                id={`${known}-${colour}`}
                width={of}
                height={of}
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width={ink} height={of} class={`fill-${colour}`} />
              </pattern>
            );
          }),
        )}
      </defs>
    </svg>
  );
}

/** One phase. The less is known of it, the less ink it gets. */
export function PhaseMark(props: {
  name: SegmentName;
  known: Knowledge;
  fromPx: number;
  toPx: number;
  yPx: number;
  factor?: number;
}) {
  const { name, known, fromPx, yPx, factor = 1 } = props;
  const [height, offset] = SHAPE[name].map((px) => px * factor) as [number, number];
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
  if (known === 'measured') return <rect {...box} class={`fill-${name}`} />;
  if (known === 'unknown') return <rect {...inset} class={`open stroke-${name}`} />;
  if (known === 'whole') return <rect {...inset} class={`whole stroke-${name}`} />;
  return (
    <>
      <rect {...box} class="ground" />
      <rect {...box} fill={`url(#${known}-${STRIPES[name] ?? 'prefill'})`} />
      {height > 3 && <rect {...inset} class={`outline stroke-${name}`} />}
    </>
  );
}
