import type { ModelSummary } from '../../core/protocol.ts';
import type { JournalRecord, LaneRecord } from '../../core/record.ts';
import { codeSpan } from './code-span.ts';
import { count, MISSING, percent, percentileWords, provenMs, shareWords } from './figure-words.ts';
import { markdownTable, nameAndFigures } from './markdown-table.ts';

/** One row for each model. `records`: those that the summaries were made from. */
export function modelsTable(
  models: readonly ModelSummary[],
  records: readonly JournalRecord[],
  budgetMs: number,
): string {
  // For other models it would be TTFT again.
  const thinks = models.some(({ firstAnswer }) => firstAnswer !== null);
  const titles = [
    'TTFT p50 (95 %), ms',
    'TTFT p90 (95 %), ms',
    'n',
    ...(thinks ? ['First answer p50, ms'] : []),
    `In time (${count(budgetMs)} ms)`,
    'Queue p50, ms',
    'TPS, early → late',
    'Prompt from cache',
    'Errors',
    'Wasted tokens',
  ];
  const errors = errorsByModel(records);
  const rows = models.map((model) => [
    nameWords(model),
    model.provider,
    percentileWords(model.ttft, 'p50'),
    percentileWords(model.ttft, 'p90'),
    sampleWords(model),
    ...(thinks
      ? [model.firstAnswer === null ? MISSING : percentileWords(model.firstAnswer, 'p50')]
      : []),
    shareWords(model.inTime),
    queueWords(model),
    rateWords(model),
    cacheWords(model),
    errorWords(model, errors.get(model.id)),
    `${model.wastedEstimated ? '≈ ' : ''}${count(model.wastedTokens)}`,
  ]);
  const [name, ...figures] = nameAndFigures('Model', titles);
  return markdownTable([name, { title: 'Provider', align: 'left' }, ...figures], rows);
}

function nameWords(model: ModelSummary): string {
  const down = model.state === 'failing' || model.state === 'misconfigured';
  const notes = [...(model.isDefault ? ['default'] : []), ...(down ? [`${model.state} now`] : [])];
  return codeSpan(model.id) + (notes.length > 0 ? ` (${notes.join(', ')})` : '');
}

function sampleWords({ ttft }: ModelSummary): string {
  return ttft.censored === 0
    ? count(ttft.n)
    : `${count(ttft.n)}, ${count(ttft.censored)} of them stopped`;
}

/** Few requests tell, so it says how many. */
function queueWords({ queue }: ModelSummary): string {
  if (queue === null) return MISSING;
  return `${provenMs({ ...queue, ms: queue.p50Ms })} of ${count(queue.n)}`;
}

function rateWords({ decode, tps, tpsEstimated }: ModelSummary): string {
  if (decode !== null) {
    const about = decode.tokensFrom === 'estimated' ? '≈ ' : '';
    const { earlyTps, lateTps, longestTokens } = decode;
    return `${about}${count(earlyTps)} → ${count(lateTps)} at token ${count(longestTokens)}`;
  }
  return tps === null ? MISSING : `${tpsEstimated ? '≈ ' : ''}${count(tps)}`;
}

function cacheWords({ cache }: ModelSummary): string {
  if (cache === null) return MISSING;
  return `${cache.from === 'estimated' ? '≈ ' : ''}${percent(cache.hitShare)} (${cache.from})`;
}

/** A message may name an endpoint, so errors are told by their codes. */
function errorWords(model: ModelSummary, codes: ReadonlyMap<string, number> | undefined): string {
  const which = [...(codes ?? [])]
    .sort(([, one], [, other]) => other - one)
    .map(([code, times]) => `${count(times)} ${code}`);
  const of = `${count(model.errors)} of ${count(model.requests)}`;
  return which.length === 0 ? of : `${of}: ${which.join(', ')}`;
}

function errorsByModel(
  records: readonly JournalRecord[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const byModel = new Map<string, Map<string, number>>();
  for (const record of records) {
    if (record.kind !== 'race') continue;
    for (const { model, error } of record.lanes) {
      if (error === undefined) continue;
      const codes = byModel.get(model) ?? new Map<string, number>();
      byModel.set(model, codes);
      const code = codeOf(error);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  return byModel;
}

function codeOf({ code, status }: NonNullable<LaneRecord['error']>): string {
  return status === undefined ? code : `${code} ${status}`;
}
