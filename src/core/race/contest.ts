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
export type Reserve = Pick<Lineup, 'dueAtMs' | 'startDue' | 'replace'>;

export interface ContestOptions {
  readonly request: CompletionRequest;
  readonly position: Position;
  readonly flights: readonly Flight[];
  readonly reserve: Reserve;
  readonly deadlineAtMs: number;
  readonly alongAtMs: number;
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
  // With a reason: without one each abort builds an exception with its stack, at every piece of text.
  const wake = (): void => nap.abort('awake');

  const run = async (): Promise<Verdict> => {
    signal.addEventListener('abort', wake, { once: true });
    try {
      while (!signal.aborted) {
        nap = new AbortController();
        startDue();
        let lanes = views();
        const more = reserve.replace(flights.filter((_, index) => isSpent(lanes[index])));
        if (more.length > 0) {
          flights.push(...more);
          lanes = views();
        }
        const decision = decide({
          ...options,
          nowMs: clock.nowMs(),
          lanes,
          more: reserve.dueAtMs !== null,
        });
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

  const startDue = (): void => {
    const models = flights.filter((flight) => flight.model.provider !== 'embedded');
    const answering = models.some((flight) => flight.firstAnswerAtMs !== null);
    flights.push(...reserve.startDue(clock.nowMs(), answering));
  };

  const untilNextLookMs = (untilMs: number): number => {
    const nextMs = Math.min(untilMs, reserve.dueAtMs ?? untilMs);
    return Math.max(0, nextMs - clock.nowMs());
  };

  return { wake, verdict: run() };
}
