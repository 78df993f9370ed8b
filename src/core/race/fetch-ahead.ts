import type { Clock } from '../clock.ts';
import type { CompletionModel } from '../model.ts';
import { placeAfter } from '../reuse/place-after.ts';
import type { Recalled } from '../reuse/recall.ts';
import type { FetchAheadMode } from '../settings.ts';
import { type Place, positionOf } from './answer.ts';
import type { Entrant } from './entrant.ts';

/**
 * Asks for what comes after the text on screen, so that taking it, or typing to its end, does not start
 * from nothing. The rule, and what it costs:
 *
 * - one request for each place behind a shown text, to the model that said it, and only where nothing
 *   is known for that place: an answer that goes on, or whose request goes on, needs none;
 * - only when the hands have rested: so it costs no request while somebody types, and a server is idle
 *   after the last key until then. Whoever types along a text instead of taking it mostly types on, so
 *   there it takes a longer rest;
 * - only when the model's server has nothing else to do, so that nobody waits for it;
 * - with `local` only on servers of one's own, where a request costs no money.
 *
 * It ends at the key that is typed against the shown text, and its record says `ahead`.
 */
export interface FetchAhead {
  /** The text was handed to the editor after something was written. */
  shown(place: () => Place, shown: Recalled, isTypedAlong: boolean): void;
  /** Something changed: what was only planned is called off. */
  callOff(): void;
  /** A request ended: its server may be free now. */
  look(): void;
}

export interface FetchAheadOptions {
  readonly clock: Clock;
  readonly mode: () => FetchAheadMode;
  readonly entrants: () => readonly Entrant[];
  /** How long the hands must have rested after a new text. */
  readonly restMs: () => number;
  /** Whether one of our requests is on its way to the model's server. */
  readonly isBusy: (model: CompletionModel) => boolean;
  /** How long the server should be left alone even so. */
  readonly delayMs: (model: CompletionModel) => number;
  /** Whether something is known for this place already, or on its way. */
  readonly isKnown: (place: Place) => boolean;
  /** Whether the cursor still stands there. */
  readonly isThere: (place: Place) => boolean;
  readonly launch: (entrant: Entrant, shownAt: Place, lead: string, after: Place) => void;
}

/** Longer than the pauses within a line, which are for a word; these are for a thought. */
const ALONG_REST_MS = 1500;

interface Planned {
  readonly place: () => Place;
  readonly shown: Recalled;
  readonly entrant: Entrant;
  readonly over: AbortController;
  rested: boolean;
}

export function createFetchAhead(options: FetchAheadOptions): FetchAhead {
  const { clock } = options;
  let planned: Planned | null = null;
  /** The place that was asked about last, so that it is not asked about twice. */
  let asked: string | null = null;

  const callOff = (): void => {
    planned?.over.abort('called off');
    planned = null;
  };

  const rest = async (plan: Planned, ms: number): Promise<void> => {
    plan.rested = false;
    await clock.sleep(ms, plan.over.signal);
    plan.rested = true;
    if (plan === planned) look();
  };

  const look = (): void => {
    if (planned === null || !planned.rested) return;
    const { shown, entrant } = planned;
    if (options.isBusy(entrant.model)) return;
    const delayMs = options.delayMs(entrant.model);
    if (delayMs > 0) {
      void rest(planned, delayMs);
      return;
    }
    const place = planned.place();
    const after = placeAfter(place, shown, clock.nowMs());
    const key = keyOf(after);
    const isWanted = asked !== key && entrant.available() && options.isThere(place);
    planned = null;
    if (!isWanted || options.isKnown(after)) return;
    asked = key;
    options.launch(entrant, place, shown.text, after);
  };

  return {
    shown(place, shown, isTypedAlong) {
      callOff();
      const entrant = options.entrants().find(({ model }) => model.id === shown.modelId);
      if (entrant === undefined || !isAllowed(entrant.model, options.mode())) return;
      planned = { place, shown, entrant, over: new AbortController(), rested: false };
      const restMs = options.restMs();
      void rest(planned, isTypedAlong ? Math.max(restMs, ALONG_REST_MS) : restMs);
    },
    callOff,
    look,
  };
}

/** Models behind https are paid for, or limited, by the request; the predictor needs no start. */
function isAllowed({ provider, queueKey }: CompletionModel, mode: FetchAheadMode): boolean {
  if (provider === 'embedded' || mode === 'off') return false;
  return mode === 'always' || queueKey !== null;
}

function keyOf(place: Place): string {
  const { documentUri, offset, prefix, suffix } = positionOf(place);
  return [documentUri, offset, prefix.slice(-200), suffix.slice(0, 80)].join('\u0000');
}
