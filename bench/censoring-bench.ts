import { median } from '../src/core/measure/median.ts';
import { modelFigures } from '../src/core/measure/model-figures.ts';
import { MAX_RECORDS } from '../src/core/measure/newest-records.ts';
import type { LaneRecord } from '../src/core/record.ts';
import { seededRandom } from '../src/core/seeded-random.ts';
import { createFakeClock } from '../test/support/fake-clock.ts';
import { createFakeModel } from '../test/support/fake-model.ts';
import type { Figures } from './figures.ts';
import { takeOff } from './fly.ts';
import { printTable } from './print-table.ts';
import { drawLogNormal, TTFT_SHAPES, type TtftShape } from './ttft-shapes.ts';

/** As many requests as the extension keeps figures of. */
const REQUESTS = MAX_RECORDS;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Of the logarithm of the gaps between keys: the mean of 239 ms and deviation of 112 ms of 168 000 typists. */
const GAP_SPREAD = 0.445;

/** What one typist saw of one model. */
interface Typed {
  readonly reportedMs: number;
  /** The 95 % interval beside it holds the truth. */
  readonly holdsTruth: boolean;
  /** The median of the requests that were waited for: what dropping the others gives. */
  readonly naiveMs: number;
  readonly outrunShare: number;
}

/**
 * A known time to first token, and a typist who outruns half of the requests: how far the reported
 * median is from the truth, in per cent, by the real flights and tally on a fake clock.
 */
export async function benchCensoring(): Promise<Figures> {
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const shape of TTFT_SHAPES) {
    const gapMs = halfOutrunGapMs(shape);
    const runs: Typed[] = [];
    for (const seed of SEEDS) runs.push(await type(shape, gapMs, seed));
    const errors = runs.map((run) => percentOff(run.reportedMs, shape.medianMs));
    const naive = runs.map((run) => percentOff(run.naiveMs, shape.medianMs));
    const found = {
      OutrunPercent: 100 * mean(runs.map((run) => run.outrunShare)),
      TrueMedianMs: shape.medianMs,
      ReportedMedianMs: mean(runs.map((run) => run.reportedMs)),
      ErrorMeanPercent: mean(errors),
      ErrorWorstPercent: worst(errors),
      IntervalHoldsTruthPercent: 100 * mean(runs.map((run) => Number(run.holdsTruth))),
      NaiveMedianMs: mean(runs.map((run) => run.naiveMs)),
      NaiveErrorMeanPercent: mean(naive),
      NaiveErrorWorstPercent: worst(naive),
    };
    for (const [name, value] of Object.entries(found)) figures[`${shape.name}${name}`] = value;
    rows.push([shape.name, ...Object.values(found).map((value) => value.toFixed(1))]);
  }
  printTable(
    'TTFT,outrun %,true ms,reported ms,error %,worst %,interval holds it %,naive ms,error %,worst %'.split(
      ',',
    ),
    rows,
  );
  return { requestsPerSeedCount: REQUESTS, seedsCount: SEEDS.length, ...figures };
}

/** One request per key; the next key ends it unless its first token has come. */
async function type(shape: TtftShape, medianGapMs: number, seed: number): Promise<Typed> {
  const random = seededRandom(seed);
  const clock = createFakeClock();
  let ttftMs = 0;
  const model = createFakeModel(clock, { script: () => [ttftMs, 'value;'] });
  const lanes: LaneRecord[] = [];
  for (let key = 0; key < REQUESTS; key += 1) {
    ttftMs = shape.drawMs(random);
    const flight = takeOff(model, clock);
    await clock.advance(drawLogNormal(random, medianGapMs, GAP_SPREAD));
    flight.abort();
    lanes.push(flight.toRecord());
    model.requests.length = 0;
  }
  const { p50Ms, p50Interval } = modelFigures({ typed: lanes, all: lanes }, 300).ttft;
  const waitedForMs = lanes
    .filter((lane) => lane.firstTokenMs !== null)
    .map((lane) => (lane.firstTokenMs ?? 0) - lane.dispatchedMs);
  const { lowMs = Number.NaN, highMs = null } = p50Interval ?? {};
  return {
    reportedMs: p50Ms ?? Number.NaN,
    holdsTruth: lowMs <= shape.medianMs && shape.medianMs <= (highMs ?? Number.POSITIVE_INFINITY),
    naiveMs: median(waitedForMs) ?? Number.NaN,
    outrunShare: 1 - waitedForMs.length / REQUESTS,
  };
}

/** The median gap between keys at which half of the requests are outrun. */
function halfOutrunGapMs(shape: TtftShape): number {
  const random = seededRandom(0);
  const draws = Array.from({ length: 100_000 }, () => ({
    ttftMs: shape.drawMs(random),
    gap: drawLogNormal(random, 1, GAP_SPREAD),
  }));
  return median(draws.map(({ ttftMs, gap }) => ttftMs / gap)) ?? Number.NaN;
}

const percentOff = (value: number, truth: number): number => 100 * (value / truth - 1);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const worst = (values: readonly number[]): number => Math.max(...values.map(Math.abs));
