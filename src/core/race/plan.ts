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
}

export interface Plan {
  /** Models to ask at once, the primary first. */
  readonly start: readonly string[];
  /** A second chance: ask this model after this delay if no line has come by then. */
  readonly hedge: { readonly id: string; readonly afterMs: number } | null;
}

/** Below this chance of being in time a second model is asked at once rather than later. */
const HEDGE_BELOW = 0.85;

/**
 * Who is asked, and when.
 *
 * The primary is the person's default; with `auto` the one most likely to be in time. `race` and an
 * explicit trigger ask one model per server. `adaptive` adds one other server at once when the primary
 * will probably miss, or keeps it as a second chance for the last moment at which it could still
 * help: the deadline minus its own median. Both are paid from the allowance.
 */
export function plan(input: PlanInput): Plan {
  const ranked = [...input.candidates].sort(
    (a, b) => b.standing.inTimeProbability - a.standing.inTimeProbability,
  );
  const primary = ranked.find((model) => model.id === input.defaultModel) ?? ranked[0];
  if (primary === undefined) return { start: [], hedge: null };

  const others = ranked.filter(
    (model) =>
      model !== primary && (model.queueKey === null || model.queueKey !== primary.queueKey),
  );
  if (input.policy === 'race' || input.trigger === 'invoke') {
    return { start: [primary.id, ...onePerServer(others).map((model) => model.id)], hedge: null };
  }
  const backup = others[0];
  if (input.policy === 'solo' || backup === undefined || input.extraAffordable < 1) {
    return { start: [primary.id], hedge: null };
  }
  if (primary.standing.inTimeProbability < HEDGE_BELOW) {
    return { start: [primary.id, backup.id], hedge: null };
  }
  const afterMs = input.timeLeftMs - (backup.standing.medianLineMs ?? input.timeLeftMs / 2);
  return { start: [primary.id], hedge: afterMs > 0 ? { id: backup.id, afterMs } : null };
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
