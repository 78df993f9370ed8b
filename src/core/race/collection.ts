import type { Clock } from '../clock.ts';
import type { CompletionRequest } from '../request.ts';
import type { Position } from '../reuse/agreement.ts';
import { surroundings } from '../text/surroundings.ts';
import type { LaneView } from './arbiter.ts';
import type { Contest, Reserve, Said, Verdict } from './contest.ts';
import type { Flight } from './flight.ts';
import { isSpent, laneView } from './lane-view.ts';
import { whyNothing } from './why-nothing.ts';

export interface CollectionOptions {
  readonly request: CompletionRequest;
  readonly position: Position;
  readonly flights: readonly Flight[];
  readonly reserve: Pick<Reserve, 'replace'>;
  /** When waiting ends, whoever has not answered. */
  readonly patienceAtMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How long the other models may still take once one has answered: the editor waits for them all. */
const AFTER_FIRST_MS = 1000;

/**
 * The wait after an explicit command: every model's answer, the quickest first and the predictor's
 * last, each text once. It ends when all have answered or failed, a second after the first answer, or
 * when patience ends; what has grown by then counts. The signal ends it as superseded.
 */
export function startCollection(options: CollectionOptions): Contest {
  const { clock, signal, position, patienceAtMs } = options;
  const flights = [...options.flights];
  const around = surroundings(options.request);
  let nap = new AbortController();
  const wake = (): void => nap.abort();

  const look = (): { flight: Flight; lane: LaneView }[] =>
    flights.map((flight) => ({ flight, lane: laneView(flight, position, around, false) }));

  const untilMs = (lanes: readonly LaneView[]): number => {
    const models = lanes.filter((lane) => !lane.embedded);
    if (models.every(({ ended, usable }) => ended || (usable.type === 'text' && usable.complete)))
      return clock.nowMs();
    const firstMs = Math.min(...models.map((lane) => lane.firstLineAtMs ?? patienceAtMs));
    return Math.min(patienceAtMs, firstMs + AFTER_FIRST_MS);
  };

  const run = async (): Promise<Verdict> => {
    signal.addEventListener('abort', wake, { once: true });
    try {
      while (!signal.aborted) {
        nap = new AbortController();
        let seen = look();
        const spent = seen.filter(({ lane }) => isSpent(lane)).map(({ flight }) => flight);
        const more = options.reserve.replace(spent);
        if (more.length > 0) {
          flights.push(...more);
          seen = look();
        }
        const leftMs = untilMs(seen.map(({ lane }) => lane)) - clock.nowMs();
        if (leftMs <= 0) return verdictOf(seen, clock.nowMs() >= patienceAtMs);
        await clock.sleep(leftMs, nap.signal);
      }
      return { type: 'give-up', reason: 'superseded' };
    } finally {
      signal.removeEventListener('abort', wake);
    }
  };

  return { wake, verdict: run() };
}

function verdictOf(
  seen: readonly { readonly flight: Flight; readonly lane: LaneView }[],
  late: boolean,
): Verdict {
  const rank = ({ embedded, firstLineAtMs }: LaneView): number =>
    embedded ? Number.POSITIVE_INFINITY : (firstLineAtMs ?? Number.MAX_VALUE);
  const texts = new Set<string>();
  const said: Said[] = [];
  for (const { flight, lane } of seen.toSorted((a, b) => rank(a.lane) - rank(b.lane))) {
    if (lane.usable.type !== 'text' || texts.has(lane.usable.text)) continue;
    texts.add(lane.usable.text);
    said.push({ flight, text: lane.usable });
  }
  const [first, ...others] = said;
  if (first !== undefined) return { type: 'show', ...first, others };
  const lanes = seen.map(({ lane }) => lane);
  const someoneMayAnswer = lanes.some(({ ended, embedded }) => !ended && !embedded);
  return { type: 'give-up', reason: late && someoneMayAnswer ? 'late' : whyNothing(lanes) };
}
