import { crossover, type Job, jobFit } from '../core/measure/job-fit.ts';
import type { ModelSpeed } from '../core/protocol.ts';

export interface JobModel {
  readonly id: string;
  readonly speed: ModelSpeed;
}

/** The model that is first with answers of up to `untilTokens`; null: with all that are longer, too. */
export interface JobSpan {
  readonly id: string;
  readonly untilTokens: number | null;
}

/** Some 800 lines. What happens past that has no bearing on work in an editor. */
const LONGEST_ANSWER_TOKENS = 10_000;

/** An answer of one token is none: a model that is first only there is first nowhere. */
const SHORTEST_SPAN_TOKENS = 2;

/** Just past one token: of two that are level there, the one that goes on to be first. */
const SHORTEST_TOKENS = 1.001;

/**
 * Who is first, from the shortest answer on: the lower edge of all models' times. From the winner at one
 * token it goes on to the nearest crossing with any other, again and again.
 */
export function jobSpans(models: readonly JobModel[], job: Job): readonly JobSpan[] {
  const [start] = jobFit(models, { ...job, outputTokens: SHORTEST_TOKENS });
  let winner = models.find(({ id }) => id === start?.id);
  let atTokens = 1;
  const spans: JobSpan[] = [];
  while (winner !== undefined) {
    const next = nextWinner(models, winner, job, atTokens);
    spans.push({ id: winner.id, untilTokens: next === null ? null : Math.floor(next.atTokens) });
    // Each pair crosses at most twice, so this ends.
    winner = next?.model;
    atTokens = next?.atTokens ?? atTokens;
  }
  return spans.filter(({ untilTokens }, index) => {
    const fromTokens = Math.max(spans[index - 1]?.untilTokens ?? 0, SHORTEST_SPAN_TOKENS - 1);
    return untilTokens === null || untilTokens > fromTokens;
  });
}

function nextWinner(
  models: readonly JobModel[],
  winner: JobModel,
  job: Job,
  fromTokens: number,
): { readonly model: JobModel; readonly atTokens: number } | null {
  let nearest: { model: JobModel; atTokens: number } | null = null;
  for (const model of models) {
    if (model === winner) continue;
    const crossing = crossover(winner.speed, model.speed, job);
    const atTokens = [crossing?.outputTokens, crossing?.backAtTokens].find(
      (tokens) =>
        tokens != null &&
        tokens > fromTokens &&
        tokens <= LONGEST_ANSWER_TOKENS &&
        overtakes(model, winner, job, tokens),
    );
    if (atTokens == null) continue;
    if (nearest === null || atTokens < nearest.atTokens) nearest = { model, atTokens };
  }
  return nearest;
}

/** At a crossing either may be the one that was ahead. */
function overtakes(model: JobModel, winner: JobModel, job: Job, atTokens: number): boolean {
  const [first] = jobFit([winner, model], { ...job, outputTokens: atTokens + 1 });
  return first?.id === model.id;
}
