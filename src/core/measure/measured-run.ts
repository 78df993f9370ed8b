import type { MeasuredRow, PanelSnapshot } from '../protocol.ts';
import type { JournalRecord, MeasurementRecord, MeasurementStep } from '../record.ts';
import { answerRates } from './answer-rates.ts';
import { charsPerToken } from './answer-tokens.ts';
import { durationsOf } from './durations.ts';
import { firstTokenOf } from './lane-timing.ts';
import { median } from './median.ts';
import { percentiles } from './percentiles.ts';

/**
 * What `Measure Models` found out, or null before its first run: a row for each of `modelIds` and each
 * prompt size that it was asked with, in that order and from the shortest prompt, out of the latest run
 * that measured the two. So measuring one more model leaves the rows of the others where they were. TTFT
 * runs from dispatch to first token. Warm-ups are left out. Records may stand in any order.
 */
export function measuredRun(
  records: readonly JournalRecord[],
  modelIds: readonly string[],
): PanelSnapshot['measured'] {
  const all = records.filter((record) => record.kind === 'measurement');
  const begunAt = new Map<string, number>();
  for (const { run, at } of all) begunAt.set(run, Math.min(at, begunAt.get(run) ?? at));
  if (begunAt.size === 0) return null;
  const counted = all.filter((record) => record.step.cache !== 'warm-up');
  const rows = modelIds.flatMap((model) => {
    const own = counted.filter((record) => record.lane.model === model);
    const sizes = new Set(own.map((record) => record.step.promptTokens));
    return [...sizes]
      .sort((a, b) => a - b)
      .map((size) => {
        const run = latestRun(own.filter((record) => record.step.promptTokens === size));
        const at = begunAt.get(run) ?? 0;
        return {
          model,
          at,
          ...rowOf(
            size,
            own.filter((record) => record.run === run),
          ),
        };
      });
  });
  return { at: Math.max(...begunAt.values()), rows };
}

/**
 * A run that was cancelled in the middle of its first request has measured nothing: it does not replace
 * the one before. Where there is no other, it is better than none.
 */
function latestRun(asked: readonly MeasurementRecord[]): string {
  const ended = asked.filter(({ lane }) => lane.outcome !== 'stopped');
  const from = ended.length > 0 ? ended : asked;
  return from.reduce((youngest, one) => (one.at > youngest.at ? one : youngest)).run;
}

/** `own`: all of the model's requests in the run, which together tell its characters per token best. */
function rowOf(
  promptTokens: number,
  own: readonly MeasurementRecord[],
): Omit<MeasuredRow, 'model' | 'at'> {
  const ofSize = own.filter((record) => record.step.promptTokens === promptTokens);
  const lanes = ofSize.map((record) => record.lane);
  const lanesOf = (cache: MeasurementStep['cache']) =>
    ofSize.filter(({ step }) => step.cache === cache).map(({ lane }) => lane);
  const ttftOf = (cache: MeasurementStep['cache']) =>
    percentiles(durationsOf(lanesOf(cache), firstTokenOf, 'dispatch'));
  const ratio = charsPerToken(own.map(({ lane }) => lane));
  const ratesOf = (outputTokens: number, asked: readonly MeasurementRecord[]) => {
    const long = asked.filter(({ step }) => step.outputTokens === outputTokens);
    return answerRates(
      long.map(({ lane }) => lane),
      ratio,
    );
  };
  const length = longestWith((outputTokens) => ratesOf(outputTokens, own).tps !== null, own);
  const { tps, tpsEstimated } = ratesOf(length, ofSize);
  return {
    promptTokens,
    // Some servers count a repeated prompt without what they found in their cache.
    promptTokensCounted: median(lanesOf('cold').flatMap(({ usage }) => usage.promptTokens ?? [])),
    cold: ttftOf('cold'),
    repeated: ttftOf('repeated'),
    tps,
    tpsEstimated,
    silent: lanes.filter((lane) => firstTokenOf(lane).kind === 'silent').length,
    errors: lanes.filter((lane) => lane.outcome === 'failed').length,
  };
}

/**
 * The longest limit on answers of which some of the run can be timed. A rate falls as the answer grows, and
 * short answers have a rate of their own: rows are only comparable by answers of one length. The long ones tell it best.
 */
function longestWith(
  canBeTimed: (outputTokens: number) => boolean,
  own: readonly MeasurementRecord[],
): number {
  const lengths = [...new Set(own.map(({ step }) => step.outputTokens))].sort((a, b) => b - a);
  return lengths.find(canBeTimed) ?? 0;
}
