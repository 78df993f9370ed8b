/** How times to first token are spread, in ms, with a median that is known without measuring. */
export interface TtftShape {
  readonly name: string;
  readonly medianMs: number;
  readonly drawMs: (random: () => number) => number;
}

/** A server with one way of working. */
const logNormal: TtftShape = {
  name: 'logNormal',
  medianMs: 220,
  drawMs: (random) => drawLogNormal(random, 220, 0.5),
};

/** A prompt that the server had in its cache seven times of ten, as log-logistic peaks of which both ends are known. */
const FAST = { share: 0.7, medianMs: 140, steepness: 9 };
const SLOW = { share: 0.3, medianMs: 900, steepness: 9 };
const bimodal: TtftShape = {
  name: 'bimodal',
  medianMs: middleOf([FAST, SLOW]),
  drawMs: (random) => {
    const { medianMs, steepness } = random() < FAST.share ? FAST : SLOW;
    const share = random();
    return medianMs * (share / (1 - share)) ** (1 / steepness);
  },
};

/** A floor that no request goes below, and a queue on top of it. */
const longTail: TtftShape = {
  name: 'longTail',
  medianMs: 120 + 200 * Math.LN2,
  drawMs: (random) => 120 - 200 * Math.log(1 - random()),
};

export const TTFT_SHAPES: readonly TtftShape[] = [logNormal, bimodal, longTail];

/** By Box and Muller. `spread`: the standard deviation of the logarithm. */
export function drawLogNormal(random: () => number, medianMs: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return medianMs * Math.exp(spread * normal);
}

/** Where half of a mixture lies below. Bisected: a mixture has no closed form for it. */
function middleOf(peaks: readonly (typeof FAST)[]): number {
  const below = (ms: number) =>
    peaks.reduce(
      (sum, peak) => sum + peak.share / (1 + (ms / peak.medianMs) ** -peak.steepness),
      0,
    );
  let lowMs = 1;
  let highMs = 10_000;
  while (highMs - lowMs > 1e-6) {
    const ms = (lowMs + highMs) / 2;
    if (below(ms) < 0.5) lowMs = ms;
    else highMs = ms;
  }
  return lowMs;
}
