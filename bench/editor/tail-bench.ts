import { setTimeout as sleep } from 'node:timers/promises';
import type { RacePolicy } from '../../src/core/settings.ts';
import type { Figures } from '../figures.ts';
import { type AskedByKey, askByKey } from './ask-by-key.ts';
import type { BenchServer, Pace } from './model-servers.ts';
import type { BenchEditor } from './open-editor.ts';
import { onStage, type Stage } from './stage.ts';

const POLICIES: readonly RacePolicy[] = ['solo', 'adaptive', 'race'];
const KEYS = 72;
/** Enough for `adaptive` to have an idea of both servers. */
const WARM_UP_KEYS = 12;
const BUDGET_MS = 300;
/** Median 150 ms, and one answer in a hundred takes 2 s: 2.326 standard deviations of the logarithm. */
const PACE: Pace = { ttftMs: 150, ttftSigma: Math.log(2000 / 150) / 2.326, tps: 250 };
const SETTLE_MS = 100;

interface Player {
  readonly policy: RacePolicy;
  readonly editor: BenchEditor;
  readonly servers: readonly BenchServer[];
}

interface Result {
  readonly asked: readonly AskedByKey[];
  readonly requests: number;
}

/**
 * Two independent servers with a long tail, in a real VS Code: how often ghost text is on screen within
 * the budget under each policy, and what that costs. The policies take turns key by key and meet the
 * same waits at the same keys.
 */
export async function benchTail(): Promise<Figures> {
  return onStage(async (stage) => {
    const players: Player[] = [];
    for (const policy of POLICIES) players.push(await openPlayer(stage, policy));
    const figures: Record<string, number> = { keysCount: KEYS };
    process.stdout.write(
      `\ntwo servers, TTFT p50 150 ms and p99 2 s, ${KEYS} keys\n  policy     within ${BUDGET_MS} ms   requests a key\n`,
    );
    for (const [policy, { asked, requests }] of await play(players)) {
      const inTime = asked.filter(({ shownMs }) => (shownMs ?? BUDGET_MS + 1) <= BUDGET_MS).length;
      figures[`${policy}InTimeRatio`] = inTime / KEYS;
      figures[`${policy}RequestsPerKeyRatio`] = requests / KEYS;
      figures[`${policy}WrongTextsCount`] = asked.flatMap(({ wrong }) => wrong).length;
      const share = `${((100 * inTime) / KEYS).toFixed(1)} %`;
      process.stdout.write(
        `  ${policy.padEnd(10)} ${share.padStart(13)}   ${(requests / KEYS).toFixed(2).padStart(14)}\n`,
      );
    }
    return figures;
  });
}

async function openPlayer({ servers, openOurs }: Stage, policy: RacePolicy): Promise<Player> {
  const two = [
    await servers.start({ ...PACE, seed: 1 }),
    await servers.start({ ...PACE, seed: 2 }),
  ];
  const editor = await openOurs({
    'firstToken.models': two.map(({ url }, index) => ({
      id: `server-${index + 1}`,
      provider: 'llama-server',
      endpoint: url,
    })),
    'firstToken.defaultModel': 'server-1',
    'firstToken.race.policy': policy,
    // A losing request that runs on to be measured is no request more, but keeps its server's slot.
    'firstToken.race.shadow': 0,
  });
  return { policy, editor, servers: two };
}

async function play(players: readonly Player[]): Promise<ReadonlyMap<RacePolicy, Result>> {
  const asked = new Map(players.map(({ policy }) => [policy, [] as AskedByKey[]]));
  const before = new Map<RacePolicy, number>();
  for (let key = 0; key < WARM_UP_KEYS + KEYS; key += 1) {
    for (const player of players) {
      if (key === WARM_UP_KEYS) before.set(player.policy, await requestsOf(player));
      const result = await askByKey(player.editor, key, BUDGET_MS);
      if (key >= WARM_UP_KEYS) asked.get(player.policy)?.push(result);
      await sleep(SETTLE_MS);
    }
  }
  const results = new Map<RacePolicy, Result>();
  for (const player of players) {
    const requests = (await requestsOf(player)) - (before.get(player.policy) ?? 0);
    results.set(player.policy, { asked: asked.get(player.policy) ?? [], requests });
  }
  return results;
}

async function requestsOf({ servers }: Player): Promise<number> {
  const logs = await Promise.all(servers.map((server) => server.log()));
  return logs.flat().length;
}
