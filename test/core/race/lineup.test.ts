import { expect, test } from 'vitest';
import { openLineup } from '../../../src/core/race/lineup.ts';
import { createStandings, type Standings } from '../../../src/core/race/standing.ts';

test('each model is judged by the prompt that its budget lets it have', () => {
  const judged: [string, number | undefined][] = [];
  const known = createStandings();
  const standings: Standings = {
    ...known,
    of(id, nowMs, circumstances) {
      judged.push([id, circumstances?.promptChars]);
      return known.of(id, nowMs, circumstances);
    },
  };
  const entrant = (id: string, maxPromptChars?: number) => ({
    model: { id, provider: 'ollama' as const, queueKey: id, stream: () => expect.fail() },
    timeoutMs: 1000,
    ...(maxPromptChars === undefined ? {} : { maxPromptChars }),
    available: () => true,
  });
  openLineup({
    plan: {
      policy: 'race',
      defaultModel: 'auto',
      trigger: 'automatic',
      timeLeftMs: 200,
      incumbent: null,
    },
    random: () => 1,
    entrants: [entrant('small', 1800), entrant('large', 50_000), entrant('unbounded')],
    joined: [],
    launch: ({ model }) => ({ modelId: model.id }) as never,
    delayMs: () => 0,
    standings,
    allowance: { affordable: () => 0, credit: () => {}, spend: () => {} } as never,
    extraRequests: 0,
    promptChars: 12_000,
    nowMs: 0,
  });
  expect(judged).toEqual([
    ['small', 1800],
    ['large', 12_000],
    ['unbounded', 12_000],
  ]);
});
