import type { ModelSpeed, SpeedFit } from '../protocol.ts';

/** Something to be written: how much has to be said to the model, and how much by it. */
export interface Job {
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** One more keystroke at the same place: what the server has cached of the prompt is not read again. */
  readonly repeatsPrompt?: boolean;
}

/** How long one model is expected to take for a job. */
export interface JobTime {
  readonly id: string;
  readonly totalMs: number;
  /** To the first token; the rest of the total is writing. */
  readonly ttftMs: number;
  /**
   * Holds the expected total in 95 of 100 cases. Of the typical request, not of a single one: it queues as
   * long as is usual, and a longer queue or a stall comes on top. Null where too few requests were measured,
   * and for a job so much longer than those that the spread of their times says nothing of it.
   */
  readonly interval: { readonly lowMs: number; readonly highMs: number } | null;
  /** Where the job is longer than anything that was measured: that part of the total is a guess. */
  readonly beyondMeasured: { readonly prompt: boolean; readonly output: boolean };
}

/** From which output length another model finishes first. */
export interface Crossover {
  /** Before it the one that starts faster is first, after it the other one. */
  readonly outputTokens: number;
  /** Where a decline hands the lead back, if it does. */
  readonly backAtTokens: number | null;
}

/**
 * Jobs to start from. A line or two at the cursor, with the prompt that this extension sends by default; and
 * a change written in the background, where some files are read and about 480 tokens are written.
 */
export const JOB_PRESETS = {
  inline: { promptTokens: 1000, outputTokens: 30, repeatsPrompt: true },
  background: { promptTokens: 6000, outputTokens: 480 },
} as const satisfies Readonly<Record<string, Job>>;

/** 2.5 % and 97.5 %: what lies between them holds 95 of 100. */
const TAIL = 0.025;
/**
 * Up to so many times what was measured an interval is still drawn. Resampling varies only what was
 * measured: of answers of 20 tokens no draw has a decline, and 480 tokens would seem certain to the tenth
 * of a second. Over twice the length the worst decline that we know, a third over 500 tokens, stays below a
 * tenth where answers were too short to show one.
 */
const STRETCH = 2;
/** With fewer the tails would be the extremes of a handful. */
const MIN_DRAWS = 20;

/**
 * TTFT plus the time for every output token, each a little slower than the one before: the sum of
 * `msPerToken + growthMs × position` over positions 0 to n − 1. Without growth it is TTFT + n ÷ TPS, as
 * the field reckons; that the first token comes with TTFT itself is one token's time too much.
 */
export function jobTimeMs(fit: SpeedFit, promptTokens: number, outputTokens: number): number {
  const [baseMs, msPerPromptToken, msPerToken, growthMs] = fit;
  const positions = (outputTokens * (outputTokens - 1)) / 2;
  return (
    baseMs + msPerPromptToken * promptTokens + msPerToken * outputTokens + growthMs * positions
  );
}

/** The models by when they are expected to finish, the first one first. */
export function jobFit(
  models: readonly { readonly id: string; readonly speed: ModelSpeed }[],
  job: Job,
): JobTime[] {
  return models
    .map(({ id, speed }) => timeOf(id, speed, job))
    .sort((a, b) => a.totalMs - b.totalMs);
}

function timeOf(id: string, speed: ModelSpeed, job: Job): JobTime {
  const promptTokens = tokensToRead(speed, job);
  const total = (fit: SpeedFit) => jobTimeMs(fit, promptTokens, job.outputTokens);
  const totalMs = total(speed.fit);
  const isFar =
    promptTokens > STRETCH * speed.longestPromptTokens ||
    job.outputTokens > STRETCH * speed.longestOutputTokens;
  return {
    id,
    totalMs,
    ttftMs: jobTimeMs(speed.fit, promptTokens, 0),
    interval: isFar ? null : intervalOf(speed.draws.map(total), totalMs),
    beyondMeasured: {
      prompt: promptTokens > speed.longestPromptTokens,
      output: job.outputTokens > speed.longestOutputTokens,
    },
  };
}

function tokensToRead({ cachedShare }: ModelSpeed, job: Job): number {
  return job.repeatsPrompt === true ? job.promptTokens * (1 - cachedShare) : job.promptTokens;
}

/** The percentile interval of the draws, widened to hold the estimate that is shown beside it. */
function intervalOf(totalsMs: readonly number[], totalMs: number): JobTime['interval'] {
  if (totalsMs.length < MIN_DRAWS) return null;
  const sorted = totalsMs.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const rank = share * (sorted.length - 1);
    const below = sorted[Math.floor(rank)] ?? totalMs;
    const above = sorted[Math.ceil(rank)] ?? totalMs;
    return below + (above - below) * (rank - Math.floor(rank));
  };
  return { lowMs: Math.min(at(TAIL), totalMs), highMs: Math.max(at(1 - TAIL), totalMs) };
}

/**
 * The output length at which two models take equally long for the same prompt, or null where one is
 * first at every length from one token on. With declines the totals are parabolas, which may meet twice.
 */
export function crossover(a: ModelSpeed, b: ModelSpeed, job: Job): Crossover | null {
  const [, , aMs, aGrowthMs] = a.fit;
  const [, , bMs, bGrowthMs] = b.fit;
  const startMs =
    jobTimeMs(b.fit, tokensToRead(b, job), 0) - jobTimeMs(a.fit, tokensToRead(a, job), 0);
  const halfGrowthMs = (bGrowthMs - aGrowthMs) / 2;
  const crossings = rootsOf(halfGrowthMs, bMs - aMs - halfGrowthMs, startMs).filter(
    (tokens) => tokens > 1,
  );
  const [outputTokens, backAtTokens = null] = crossings;
  return outputTokens === undefined ? null : { outputTokens, backAtTokens };
}

/**
 * Where ax² + bx + c changes its sign, ascending. A parabola that only touches zero does not. The two
 * roots are found by way of the larger one, since −b ± √d cancels where a is small beside b.
 */
function rootsOf(a: number, b: number, c: number): number[] {
  if (a === 0) return b === 0 ? [] : [-c / b];
  const discriminant = b * b - 4 * a * c;
  if (discriminant <= 0) return [];
  const far = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant)) / 2;
  const roots = far === 0 ? [0] : [far / a, c / far];
  return roots.sort((one, other) => one - other);
}
