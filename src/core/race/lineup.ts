import type { Allowance } from './allowance.ts';
import type { Entrant } from './entrant.ts';
import type { Flight } from './flight.ts';
import { type Plan, type PlanInput, plan } from './plan.ts';
import type { Standings } from './standing.ts';

/** The requests for one keystroke: those taken over, those started, and those that may still start. */
export interface Lineup {
  /** Requests to begin the contest with. */
  readonly flights: readonly Flight[];
  /** When the next request is due, monotonic ms, or null: one that waits its turn, or the second chance. */
  readonly dueAtMs: number | null;
  /** Starts what is due. `answering`: a model has begun to answer, so no second chance is needed. */
  startDue(nowMs: number, answering: boolean): readonly Flight[];
  /** Tells which requests cannot answer any more, and gets the ones that take their place. */
  replace(spent: readonly Flight[]): readonly Flight[];
}

export interface LineupOptions {
  readonly plan: Omit<PlanInput, 'candidates' | 'extraAffordable' | 'explore'>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly entrants: readonly Entrant[];
  /** Requests of earlier keystrokes that are worth waiting for at this position. */
  readonly joined: readonly Flight[];
  readonly launch: (entrant: Entrant) => Flight;
  /** How long the entrant's server should be left alone first; see trigger/pace.ts. */
  readonly delayMs: (entrant: Entrant) => number;
  readonly standings: Standings;
  readonly allowance: Allowance;
  /** Credit per keystroke for requests beyond the first. */
  readonly extraRequests: number;
  /** Size of the request, characters; a model may be given less of it. */
  readonly promptChars: number;
  readonly nowMs: number;
}

/** A request that is not started yet. */
interface Due {
  readonly id: string;
  readonly atMs: number;
  readonly isHedge: boolean;
}

/** Of keystrokes that can pay for an extra request, the share at which a little known model gets it. */
const EXPLORE_SHARE = 0.05;

/**
 * Puts the plan into effect. A request on its way stands in for its own server only; when it turns out
 * to disagree, the planned model is asked anew. A failed model is not asked twice within a keystroke:
 * when all have failed another takes their place, unless the policy is `solo`.
 */
export function openLineup(options: LineupOptions): Lineup {
  const { entrants, joined, allowance, standings } = options;
  const { policy } = options.plan;
  const byId = new Map(entrants.map((entrant) => [entrant.model.id, entrant]));
  const planned: Plan = plan({
    ...options.plan,
    candidates: entrants
      .filter((entrant) => entrant.available())
      .map(({ model: { id, queueKey }, maxPromptChars = options.promptChars }) => {
        const promptChars = Math.min(options.promptChars, maxPromptChars);
        const standing = standings.of(id, options.nowMs, { promptChars, warm: null });
        return { id, queueKey, standing };
      }),
    extraAffordable: allowance.affordable(),
    explore: options.random() < EXPLORE_SHARE,
  });
  allowance.credit(options.extraRequests);

  const all = [...joined];
  const launch = (id: string): Flight | null => {
    const entrant = byId.get(id);
    if (entrant?.available() !== true) return null;
    const flight = options.launch(entrant);
    all.push(flight);
    return flight;
  };
  const launchAll = (ids: readonly string[]): Flight[] =>
    ids.map(launch).filter((flight) => flight !== null);
  const isAsked = (id: string): boolean => all.some((flight) => flight.model.id === id);
  /** Whether a request keeps the model's server busy. */
  const covers = ({ model }: Flight, id: string): boolean => {
    const queueKey = byId.get(id)?.model.queueKey ?? null;
    return model.id === id || (queueKey !== null && model.queueKey === queueKey);
  };

  const due: Due[] = [];
  for (const id of planned.start.filter((id) => !joined.some((flight) => covers(flight, id)))) {
    const entrant = byId.get(id);
    const delayMs = entrant === undefined ? 0 : options.delayMs(entrant);
    if (delayMs <= 0) launch(id);
    else due.push({ id, atMs: options.nowMs + delayMs, isHedge: false });
  }
  if (policy === 'adaptive') allowance.spend(Math.max(0, planned.start.length - 1));
  if (planned.hedge !== null) {
    due.push({ id: planned.hedge.id, atMs: options.nowMs + planned.hedge.afterMs, isHedge: true });
  }
  const flights = [...all];
  const replaced = new Set<Flight>();
  let substituted = false;

  return {
    flights,
    get dueAtMs() {
      return due.length === 0 ? null : Math.min(...due.map(({ atMs }) => atMs));
    },
    startDue(nowMs, answering) {
      const now = due.filter(({ atMs }) => atMs <= nowMs);
      for (const one of now) due.splice(due.indexOf(one), 1);
      const wanted = now.filter(({ id, isHedge }) => !isAsked(id) && !(isHedge && answering));
      const started = wanted.filter(({ id }) => launch(id) !== null);
      allowance.spend(started.filter(({ isHedge }) => isHedge).length);
      return started.flatMap(({ id }) => all.filter((flight) => flight.model.id === id));
    },
    replace(spent) {
      const outrun = spent.filter(
        (flight) => joined.includes(flight) && !replaced.has(flight) && flight.outcome !== 'failed',
      );
      for (const flight of outrun) {
        replaced.add(flight);
        flight.abort();
      }
      const again = planned.start.filter((id) => outrun.some((flight) => covers(flight, id)));
      const flights = launchAll(again);
      if (flights.length > 0) return flights;
      if (policy === 'solo' || !all.every((flight) => flight.outcome === 'failed')) return [];
      // One substitute is the request that the failed one should have been; more are extra.
      if (substituted && allowance.affordable() < 1) return [];
      const substitute = entrants.find(({ model, available }) => !isAsked(model.id) && available());
      if (substitute === undefined) return [];
      if (substituted) allowance.spend(1);
      substituted = true;
      return launchAll([substitute.model.id]);
    },
  };
}
