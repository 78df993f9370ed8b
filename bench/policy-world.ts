import { seededRandom } from '../src/core/seeded-random.ts';

/** One model of the simulated world. Times are from the send to the first complete line, ms. */
export interface SimulatedModel {
  readonly id: string;
  /** Models of one domain share its stalls: one provider, one network path. */
  readonly domain: string;
  readonly medianMs: number;
  /** Spread of the logarithm. */
  readonly sigma: number;
  /** Mean lengths of good and slow spells, keystrokes; a slow one multiplies the time. */
  readonly goodKeys: number;
  readonly slowKeys: number;
  readonly slowFactor: number;
}

export interface World {
  readonly models: readonly SimulatedModel[];
  readonly keystrokes: number;
  /** Share of keystrokes at which a whole domain stalls, and for how long, ms. */
  readonly stallShare: number;
  readonly stallMs: number;
  readonly seed: number;
}

/**
 * The time of every model at every keystroke, drawn once, so that all policies meet the same world
 * (common random numbers). Slow spells and the stalls of a domain go on whether anybody asks or not.
 */
export function drawTimes(world: World): readonly ReadonlyMap<string, number>[] {
  const random = seededRandom(world.seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const slow = new Map(world.models.map(({ id }) => [id, false]));
  const domains = [...new Set(world.models.map(({ domain }) => domain))];
  return Array.from({ length: world.keystrokes }, () => {
    const stalled = new Set(domains.filter(() => random() < world.stallShare));
    const times = new Map<string, number>();
    for (const model of world.models) {
      const was = slow.get(model.id) === true;
      const changes = random() < 1 / (was ? model.slowKeys : model.goodKeys);
      const is = changes ? !was : was;
      slow.set(model.id, is);
      const ms = model.medianMs * Math.exp(model.sigma * normal()) * (is ? model.slowFactor : 1);
      times.set(model.id, ms + (stalled.has(model.domain) ? world.stallMs : 0));
    }
    return times;
  });
}
