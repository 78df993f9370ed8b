import type { Clock } from '../clock.ts';
import type { SilenceReason } from '../record.ts';
import type { CompletionRequest } from '../request.ts';
import type { Position } from '../reuse/agreement.ts';
import type { PartialLine } from '../text/partial-line.ts';
import { surroundings } from '../text/surroundings.ts';
import { type ConfidenceRule, decide, type LaneView } from './arbiter.ts';
import type { Flight } from './flight.ts';
import { isSpent, laneView } from './lane-view.ts';
import type { Lineup } from './lineup.ts';

/** The requests that may still be started while the contest runs; see lineup.ts. */
export type Reserve = Pick<Lineup, 'hedgeAtMs' | 'hedge' | 'replace'>;

export interface ContestOptions {
  readonly request: CompletionRequest;
  readonly position: Position;
  readonly flights: readonly Flight[];
  readonly reserve: Reserve;
  readonly deadlineAtMs: number;
  readonly patienceAtMs: number;
  readonly confidence: ConfidenceRule;
  /** Whether the beginning of a line may be shown at the deadline. */
  readonly partialLine: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A text to show, and the request that said it. */
export interface Said {
  readonly flight: Flight;
  readonly text: PartialLine;
}

export type Verdict =
  | (Said & { readonly type: 'show'; readonly others: readonly Said[] })
  | { readonly type: 'give-up'; readonly reason: SilenceReason };

export interface Contest {
  /** A flight has changed: look again. */
  wake(): void;
  readonly verdict: Promise<Verdict>;
}

/**
 * One keystroke's wait for an answer: asks the arbiter after every change and at every deadline until
 * it shows or gives up. The signal ends it as superseded; the flights are not touched, whether they
 * live on is decided by what is typed next.
 */
export function startContest(options: ContestOptions): Contest {
  const { clock, signal, position, reserve } = options;
  const flights = [...options.flights];
  const around = surroundings(options.request);
  let nap = new AbortController();
  const wake = (): void => nap.abort();

  const run = async (): Promise<Verdict> => {
    signal.addEventListener('abort', wake, { once: true });
    try {
      while (!signal.aborted) {
        nap = new AbortController();
        startHedgeIfDue();
        let lanes = views();
        const more = reserve.replace(flights.filter((_, index) => isSpent(lanes[index])));
        if (more.length > 0) {
          flights.push(...more);
          lanes = views();
        }
        const decision = decide({ ...options, nowMs: clock.nowMs(), lanes });
        if (decision.type === 'give-up') return decision;
        if (decision.type === 'show') {
          const flight = flights[decision.lane];
          return flight === undefined
            ? { type: 'give-up', reason: 'empty' }
            : { type: 'show', flight, text: decision.text, others: [] };
        }
        await clock.sleep(untilNextLookMs(decision.untilMs), nap.signal);
      }
      return { type: 'give-up', reason: 'superseded' };
    } finally {
      signal.removeEventListener('abort', wake);
    }
  };

  const views = (): LaneView[] =>
    flights.map((flight) => laneView(flight, position, around, options.partialLine));

  const startHedgeIfDue = (): void => {
    if (reserve.hedgeAtMs === null || clock.nowMs() < reserve.hedgeAtMs) return;
    const models = flights.filter((flight) => flight.model.provider !== 'embedded');
    if (models.some((flight) => flight.firstAnswerAtMs !== null)) return;
    const flight = reserve.hedge();
    if (flight !== null) flights.push(flight);
  };

  const untilNextLookMs = (untilMs: number): number => {
    const nowMs = clock.nowMs();
    const hedgeAtMs = reserve.hedgeAtMs;
    const nextMs = hedgeAtMs !== null && hedgeAtMs > nowMs ? Math.min(untilMs, hedgeAtMs) : untilMs;
    return Math.max(0, nextMs - nowMs);
  };

  return { wake, verdict: run() };
}
