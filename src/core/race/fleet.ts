import type { Clock } from '../clock.ts';
import type { CompletionModel } from '../model.ts';
import { compare, type Position, typedSince } from '../reuse/agreement.ts';
import { type Flight, type FlightOptions, startFlight } from './flight.ts';

/**
 * The requests on their way. They belong to no keystroke: each lives while its text agrees with what
 * is typed, and is ended down to the socket the moment it does not.
 */
export interface Fleet {
  launch(options: Omit<FlightOptions, 'clock' | 'onChange' | 'toItsEnd'>): Flight;
  /** The document changed: ends what no longer agrees. */
  edited(position: Position): void;
  /** Requests whose text, as far as it has come, goes on from this position. */
  agreeing(position: Position): Flight[];
  /** Whether a request is on its way to the model's server. */
  isBusy(model: CompletionModel): boolean;
  /** Ends all others. A kept loser that only ran on to be measured is wanted again. */
  keepOnly(kept: readonly Flight[]): void;
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
  /** Share of requests that go on to their own end, to be measured, when their text is whole; 0 to 1. */
  readonly toItsEndShare: () => number;
  /** After every part and at the end of any flight. */
  readonly onChange: (flight: Flight) => void;
}

export function createFleet(options: FleetOptions): Fleet {
  const { clock } = options;
  const flying = new Set<Flight>();
  const shadows = new Set<Flight>();

  const onChange = (flight: Flight): void => {
    if (flight.outcome === null && shadows.has(flight) && flight.firstAnswerAtMs !== null) {
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
    return typed === null ? 'disagrees' : compare(flight.text, typed, flight.isTextWhole);
  };

  return {
    launch(launch) {
      const toItsEnd = options.random() < options.toItsEndShare();
      const flight = startFlight({ ...launch, toItsEnd, clock, onChange });
      flying.add(flight);
      return flight;
    },
    edited(position) {
      for (const flight of [...flying]) {
        if (agreement(flight, position) === 'disagrees') flight.abort();
      }
    },
    agreeing: (position) =>
      [...flying].filter((flight) => agreement(flight, position) !== 'disagrees'),
    isBusy: ({ id, queueKey }) =>
      [...flying].some(
        ({ model }) => model.id === id || (queueKey !== null && model.queueKey === queueKey),
      ),
    keepOnly(kept) {
      for (const flight of [...flying]) {
        shadows.delete(flight);
        if (!kept.includes(flight)) flight.abort();
      }
    },
    releaseLosers(winner, shadowShare) {
      for (const flight of [...flying]) {
        if (flight === winner) continue;
        if (flight.firstAnswerAtMs === null && options.random() < shadowShare) shadows.add(flight);
        else flight.abort();
      }
    },
  };
}
