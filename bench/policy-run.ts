import { createCompleter } from '../src/core/race/completer.ts';
import { confidenceRule } from '../src/core/race/confidence-rule.ts';
import { createStandings } from '../src/core/race/standing.ts';
import { seededRandom } from '../src/core/seeded-random.ts';
import type { RacePolicy } from '../src/core/settings.ts';
import { createFakeClock } from '../test/support/fake-clock.ts';
import { createFakeModel } from '../test/support/fake-model.ts';
import type { World } from './policy-world.ts';

export interface Policy {
  readonly name: string;
  readonly policy: RacePolicy;
  readonly defaultModel: string;
  readonly extraRequests: number;
}

export interface PolicyResult {
  /** One entry a keystroke: whether no line was shown within the budget. */
  readonly missed: readonly boolean[];
  readonly requests: number;
}

const BUDGET_MS = 300;
/** Requests that were outrun end with the next key. */
const KEY_EVERY_MS = 1000;

/** Plays every keystroke through the real completer on a clock that is moved on. */
export async function runPolicy(
  world: World,
  times: readonly ReadonlyMap<string, number>[],
  policy: Policy,
): Promise<PolicyResult> {
  const clock = createFakeClock();
  let key = 0;
  let requests = 0;
  const models = world.models.map(({ id }) =>
    createFakeModel(clock, {
      id,
      provider: 'openai-completions',
      queueKey: null,
      script: () => {
        requests += 1;
        return [times[key]?.get(id) ?? 0, `answer${key};`, '\n'];
      },
    }),
  );
  const completer = createCompleter({
    clock,
    newId: () => `race-${key}`,
    random: seededRandom(world.seed + 1),
    entrants: () => models.map((model) => ({ model, timeoutMs: 10_000, available: () => true })),
    settings: () => ({
      ...policy,
      budgetMs: BUDGET_MS,
      shadow: 0,
      confidence: confidenceRule('balanced'),
      partialLine: false,
      fetchAhead: 'off',
    }),
    standings: createStandings(),
    onRecord: () => {},
    onProgress: () => {},
    onRejected: () => {},
    isThere: () => true,
  });
  const missed: boolean[] = [];
  for (; key < world.keystrokes; key += 1) {
    const keystrokeAtMs = clock.nowMs();
    const controller = new AbortController();
    let shownMs = Number.POSITIVE_INFINITY;
    const request = {
      documentUri: 'file:///a.ts',
      languageId: 'typescript',
      path: 'a.ts',
      prefix: `const value${key} = `,
      suffix: '',
      trigger: 'automatic',
      multiline: false,
      keystrokeAtMs,
    } as const;
    const ask = { request, offset: request.prefix.length, askedAtMs: keystrokeAtMs };
    const done = completer
      .complete({ ...ask, mayRequest: true, speculative: false }, controller.signal)
      .then((answer) => {
        if (answer !== null) shownMs = clock.nowMs() - keystrokeAtMs;
      });
    await clock.advance(BUDGET_MS);
    // The writer goes on: what has not come by now is outrun.
    controller.abort();
    await clock.settle();
    await done;
    missed.push(shownMs > BUDGET_MS);
    completer.edited({ ...request, prefix: 'other', offset: 5, suffix: 'x' });
    await clock.advance(KEY_EVERY_MS - BUDGET_MS);
  }
  return { missed, requests };
}
