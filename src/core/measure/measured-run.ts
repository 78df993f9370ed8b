import type { MeasuredRow, PanelSnapshot } from '../protocol.ts';
import type { JournalRecord, LaneRecord, MeasurementRecord, MeasurementStep } from '../record.ts';
import { answerRates } from './answer-rates.ts';
import { charsPerToken } from './answer-tokens.ts';
import { durationsOf } from './durations.ts';
import { firstTokenOf } from './lane-timing.ts';
import { percentiles } from './percentiles.ts';

/**
 * The latest run of `Measure Models`, or null: a row for each of `modelIds` and prompt size that it
 * asked, in that order and from the shortest prompt. TTFT runs from dispatch to first token. Warm-ups are
 * left out. Records may stand in any order.
 */
export function measuredRun(
  records: readonly JournalRecord[],
  modelIds: readonly string[],
): PanelSnapshot['measured'] {
  const all = records.filter((record) => record.kind === 'measurement');
  const latest = all.reduce<MeasurementRecord | null>(
    (youngest, record) => (youngest === null || record.at > youngest.at ? record : youngest),
    null,
  );
  if (latest === null) return null;
  const run = all.filter((record) => record.run === latest.run);
  const counted = run.filter((record) => record.step.cache !== 'warm-up');
  const rows = modelIds.flatMap((model) => {
    const own = counted.filter((record) => record.lane.model === model);
    const sizes = new Set(own.map((record) => record.step.promptTokens));
    return [...sizes].sort((a, b) => a - b).map((size) => rowOf(model, size, own));
  });
  return { at: run.reduce((first, { at }) => Math.min(first, at), latest.at), rows };
}

/** `own`: all of the model's requests in the run, which together tell its characters per token best. */
function rowOf(
  model: string,
  promptTokens: number,
  own: readonly MeasurementRecord[],
): MeasuredRow {
  const ofSize = own.filter((record) => record.step.promptTokens === promptTokens);
  const lanes = ofSize.map((record) => record.lane);
  const ttftOf = (cache: MeasurementStep['cache']) => {
    const asked: LaneRecord[] = ofSize
      .filter(({ step }) => step.cache === cache)
      .map(({ lane }) => lane);
    return percentiles(durationsOf(asked, firstTokenOf, 'dispatch'));
  };
  const { tps, tpsEstimated } = answerRates(lanes, charsPerToken(own.map(({ lane }) => lane)));
  return {
    model,
    promptTokens,
    cold: ttftOf('cold'),
    repeated: ttftOf('repeated'),
    tps,
    tpsEstimated,
    errors: lanes.filter((lane) => lane.outcome === 'failed').length,
  };
}
