import type { Trigger } from '../request.ts';
import type { RacePolicy } from '../settings.ts';
import type { Standing } from './standing.ts';

/** A model that could be asked now. Models that cool down or whose server is busy are left out before. */
export interface Candidate {
  readonly id: string;
  /** Models with the same key wait in one server's queue and are not raced against each other. */
  readonly queueKey: string | null;
  readonly standing: Standing;
}

export interface PlanInput {
  readonly candidates: readonly Candidate[];
  readonly policy: RacePolicy;
  /** A model id, or `auto`. */
  readonly defaultModel: string;
  readonly trigger: Trigger;
  /** Time left from now to the deadline. */
  readonly timeLeftMs: number;
  /** Whole requests that the allowance can pay for beyond the first. */
  readonly extraAffordable: number;
  /** The model that was asked first the last time, or null. */
  readonly incumbent: string | null;
  /** Spend an extra request on getting to know a model. */
  readonly explore: boolean;
}

export interface Plan {
  /** Models to ask at once, the primary first. */
  readonly start: readonly string[];
  /** A second chance: ask this model after this delay if no line has come by then. */
  readonly hedge: { readonly id: string; readonly afterMs: number } | null;
}

/** Below this chance of being in time a second model is asked at once rather than later. */
const HEDGE_BELOW = 0.85;
/** How much likelier another model must be to be asked before the person's default. */
const DEFAULT_HANDICAP = 0.1;
/** The same before the one that was asked last: its server's KV cache holds this very prompt. */
const INCUMBENT_HANDICAP = 0.02;
/**
 * Where nobody has more than this chance, after as many requests, the budget is out of reach: a
 * second request would cost and not help. The panel says so.
 */
const OUT_OF_REACH = { below: 0.1, evidence: 20 };

/**
 * Who is asked, and when.
 *
 * `solo` asks the person's default, with `auto` the model most likely to be in time. `race` and an
 * explicit trigger ask one model per server. `adaptive` asks the most likely one first, the default
 * with a handicap in its favour; it adds one of another server at once when that will probably miss,
 * or keeps it as a second chance for the last moment at which it could still help: the deadline
 * minus its own median. Both are paid from the allowance, and so is now and then a request to a model
 * of which little is known.
 */
export function plan(input: PlanInput): Plan {
  const { candidates, policy, defaultModel } = input;
  const chance = ({ id, standing }: Candidate): number =>
    standing.inTimeProbability +
    (id === defaultModel ? DEFAULT_HANDICAP : id === input.incumbent ? INCUMBENT_HANDICAP : 0);
  const ranked = candidates.toSorted((a, b) => chance(b) - chance(a));
  const chosen = candidates.find(({ id }) => id === defaultModel);
  const primary = policy === 'adaptive' ? ranked[0] : (chosen ?? ranked[0]);
  if (primary === undefined) return { start: [], hedge: null };

  const others = ranked.filter(
    (model) =>
      model !== primary && (model.queueKey === null || model.queueKey !== primary.queueKey),
  );
  if (policy === 'race' || input.trigger === 'invoke') {
    return { start: [primary.id, ...onePerServer(others).map((model) => model.id)], hedge: null };
  }
  const backup = others[0];
  if (policy === 'adaptive' && chosen !== undefined && others.includes(chosen) && isStale(chosen)) {
    return { start: [primary.id, chosen.id], hedge: null };
  }
  if (policy === 'solo' || backup === undefined || input.extraAffordable < 1) {
    return { start: [primary.id], hedge: null };
  }
  const stranger = input.explore ? leastKnown(others) : undefined;
  if (stranger !== undefined) return { start: [primary.id, stranger.id], hedge: null };
  if (candidates.every(isOutOfReach)) return { start: [primary.id], hedge: null };
  if (primary.standing.inTimeProbability < HEDGE_BELOW) {
    return { start: [primary.id, backup.id], hedge: null };
  }
  const afterMs = input.timeLeftMs - (backup.standing.medianLineMs ?? input.timeLeftMs / 2);
  return { start: [primary.id], hedge: afterMs > 0 ? { id: backup.id, afterMs } : null };
}

/** A model of which a median and a share can be told needs no more exploring. */
const WELL_KNOWN = 30;

function leastKnown(models: readonly Candidate[]): Candidate | undefined {
  return models
    .filter((model) => model.standing.evidence < WELL_KNOWN || isStale(model))
    .toSorted((a, b) => a.standing.evidence - b.standing.evidence)[0];
}

/**
 * What is known of it is old. The person's default is tried again then, whatever the allowance: a server
 * that was loading its model, or had a bad minute, would else stay out for good. Sooner after a hit, since
 * one hit is no proof.
 */
function isStale({ standing: { idleMs, lastHit } }: Candidate): boolean {
  return idleMs > (lastHit ? 10_000 : 60_000);
}

function isOutOfReach({ standing }: Candidate): boolean {
  return (
    standing.inTimeProbability < OUT_OF_REACH.below && standing.evidence >= OUT_OF_REACH.evidence
  );
}

function onePerServer(models: readonly Candidate[]): Candidate[] {
  const taken = new Set<string>();
  return models.filter((model) => {
    if (model.queueKey === null) return true;
    if (taken.has(model.queueKey)) return false;
    taken.add(model.queueKey);
    return true;
  });
}
