import { seededRandom } from '../src/core/seeded-random.ts';
import type { Figures } from './figures.ts';
import { type Policy, type PolicyResult, runPolicy } from './policy-run.ts';
import { drawTimes, type World } from './policy-world.ts';

const KEYSTROKES = Number(process.env['POLICY_KEYS'] ?? 60_000);
const EXTRA = 0.1;
const BLOCK_KEYS = 600;
const RESAMPLES = 400;

const cloud = { sigma: 0.3, goodKeys: 400, slowKeys: 40, slowFactor: 3 };

/** Two hosted models of two providers and a local one, each with slow spells of its own. */
const WORLDS: Readonly<Record<string, Omit<World, 'keystrokes'>>> = {
  cloudPair: {
    seed: 11,
    stallShare: 0.01,
    stallMs: 800,
    models: [
      { id: 'a', domain: 'one', medianMs: 150, ...cloud },
      { id: 'b', domain: 'two', medianMs: 165, ...cloud },
    ],
  },
  cloudPairAndLocal: {
    seed: 12,
    stallShare: 0.01,
    stallMs: 800,
    models: [
      { id: 'a', domain: 'net', medianMs: 150, ...cloud },
      { id: 'b', domain: 'net', medianMs: 165, ...cloud },
      { id: 'c', domain: 'local', medianMs: 200, ...cloud, sigma: 0.12 },
    ],
  },
};

/** Every policy on the same simulated keystrokes: share without text in time, and requests per key. */
export async function benchPolicies(): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const [name, part] of Object.entries(WORLDS)) {
    const world: World = { ...part, keystrokes: KEYSTROKES };
    const times = drawTimes(world);
    const fixed = world.models.map(
      ({ id }): Policy => ({
        name: `solo-${id}`,
        policy: 'solo',
        defaultModel: id,
        extraRequests: 0,
      }),
    );
    const policies: readonly Policy[] = [
      ...fixed,
      { name: 'adaptive', policy: 'adaptive', defaultModel: 'auto', extraRequests: EXTRA },
      { name: 'raceAll', policy: 'race', defaultModel: 'auto', extraRequests: 0 },
    ];
    process.stdout.write(
      `\n${name}: ${KEYSTROKES} keystrokes, seed ${world.seed}\n  policy            missed   95 % interval    requests a key\n`,
    );
    for (const policy of policies) {
      const result = await runPolicy(world, times, policy);
      const { value, low, high } = missShare(result, world.seed);
      const perKey = result.requests / KEYSTROKES;
      process.stdout.write(
        `  ${policy.name.padEnd(16)} ${percent(value)}   ${percent(low)} to ${percent(high)}   ${perKey.toFixed(3)}\n`,
      );
      figures[`${name}.${policy.name}MissedShare`] = value;
      figures[`${name}.${policy.name}RequestsPerKey`] = perKey;
    }
    const best = Math.min(
      ...fixed.map((policy) => figures[`${name}.${policy.name}MissedShare`] ?? 1),
    );
    figures[`${name}.adaptiveToBestFixedRatio`] =
      (figures[`${name}.adaptiveMissedShare`] ?? 1) / best;
  }
  return figures;
}

const percent = (share: number): string => `${(100 * share).toFixed(2).padStart(6)} %`;

/** With a 95 % interval from whole blocks of keystrokes, because slow spells make neighbours alike. */
function missShare({ missed }: PolicyResult, seed: number) {
  const blocks: number[] = [];
  for (let at = 0; at < missed.length; at += BLOCK_KEYS) {
    const block = missed.slice(at, at + BLOCK_KEYS);
    blocks.push(block.filter(Boolean).length / block.length);
  }
  const random = seededRandom(seed + 2);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const draws = Array.from({ length: RESAMPLES }, () =>
    mean(blocks.map(() => blocks[Math.floor(random() * blocks.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const at = (q: number) => draws[Math.floor(q * (draws.length - 1))] ?? 0;
  return { value: mean(blocks), low: at(0.025), high: at(0.975) };
}
