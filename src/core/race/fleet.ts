import type { Clock } from '../clock.ts';
import { compare, type Position, typedSince } from '../reuse/agreement.ts';
import { type Flight, type FlightOptions, startFlight } from './flight.ts';

/**
 * The requests on their way. They belong to no keystroke: each lives while its text agrees with what
 * is typed, and is ended down to the socket the moment it does not.
 */
export interface Fleet {
  launch(options: Omit<FlightOptions, 'clock' | 'onChange'>): Flight;
  /** The document changed: ends what no longer agrees. */
  edited(position: Position): void;
  /** Requests that may still answer at this position in good time. */
  joinable(position: Position, budgetMs: number): Flight[];
  /** Ends all but `kept`. */
  endExcept(kept: readonly Flight[]): void;
  /**
   * The winner is on screen: the others end, except for a share of those without a first token,
   * which go on to exactly that, so that the TTFT of models that lose is known.
   */
  releaseLosers(winner: Flight, shadowShare: number): void;
}

export interface FleetOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** After every part and at the end of any flight. */
  readonly onChange: (flight: Flight) => void;
}

/** A request without text that was outrun by more, or is older than this, is not worth waiting for. */
const JOIN_MAX_TYPED_CHARS = 12;
const JOIN_MAX_BUDGETS = 2;

export function createFleet(options: FleetOptions): Fleet {
  const { clock } = options;
  const flying = new Set<Flight>();
  const shadows = new Set<Flight>();

  const onChange = (flight: Flight): void => {
    if (flight.outcome === null && shadows.has(flight) && flight.firstTokenAtMs !== null) {
      flight.abort();
      return;
    }
    if (flight.outcome !== null) {
      flying.delete(flight);
      shadows.delete(flight);
    }
    options.onChange(flight);
  };

  const agreement = (flight: Flight, position: Position): ReturnType<typeof compare> => {
    const typed = typedSince(flight.anchor, position);
    return typed === null ? 'disagrees' : compare(flight.text, typed, false);
  };

  return {
    launch(launch) {
      const flight = startFlight({ ...launch, clock, onChange });
      flying.add(flight);
      return flight;
    },
    edited(position) {
      for (const flight of [...flying]) {
        if (agreement(flight, position) === 'disagrees') flight.abort();
      }
    },
    joinable(position, budgetMs) {
      const joined = [...flying].filter((flight) => {
        const how = agreement(flight, position);
        if (how !== 'pending' || flight.text !== '') return how !== 'disagrees';
        const typedChars = position.offset - flight.anchor.offset;
        const ageMs = clock.nowMs() - flight.keystrokeAtMs;
        return typedChars <= JOIN_MAX_TYPED_CHARS && ageMs <= budgetMs * JOIN_MAX_BUDGETS;
      });
      // A loser that only ran on to be measured is wanted again.
      for (const flight of joined) shadows.delete(flight);
      return joined;
    },
    endExcept(kept) {
      for (const flight of [...flying]) if (!kept.includes(flight)) flight.abort();
    },
    releaseLosers(winner, shadowShare) {
      for (const flight of [...flying]) {
        if (flight === winner) continue;
        if (flight.firstTokenAtMs === null && options.random() < shadowShare) shadows.add(flight);
        else flight.abort();
      }
    },
  };
}
