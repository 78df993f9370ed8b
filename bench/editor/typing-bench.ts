import { tokensOf } from '../../test/support/model-server/tokens-of.ts';
import type { Figures } from '../figures.ts';
import { warmUp } from './ask-by-key.ts';
import { printBound } from './bound.ts';
import type { Served } from './model-servers.ts';
import { TYPED_CHARS, TYPED_LINES } from './scenario.ts';
import { onStage } from './stage.ts';
import { type TypedRun, typeAlong } from './type-along.ts';

const WARM_UP_KEYS = 4;
const PACE = { ttftMs: 100, tps: 85 };
/** The promises. */
const IN_TIME_SHARE = 0.95;
const REQUESTS_PER_KEY = 0.05;
const WASTED_PER_KEY = 1;
/** A request that was open at the last key and is ended by it has left the server's slot after this. */
const IDLE_AFTER_MS = 50;

/**
 * Typing along an answer at human pace, in a real VS Code: how many keys have the right ghost text in
 * time, and what it costs. Beside it an extension that answers at once, run by run in turns.
 */
export async function benchTyping(): Promise<Figures> {
  return onStage(async ({ servers, openOurs, openCompared }) => {
    const server = await servers.start(PACE);
    const floor = await openCompared('floor');
    const ours = await openOurs({
      'firstToken.models': [{ id: 'model', provider: 'llama-server', endpoint: server.url }],
    });
    for (const editor of [floor, ours]) await warmUp(editor, WARM_UP_KEYS, 1000);
    const warmUpRequests = (await server.log()).length;
    const runs: { floor: TypedRun[]; ours: TypedRun[] } = { floor: [], ours: [] };
    let used = 0;
    for (const [index, { begun, rest }] of TYPED_LINES.entries()) {
      runs.floor.push(await typeAlong(floor, begun, rest, TYPED_CHARS, index));
      runs.ours.push(await typeAlong(ours, begun, rest, TYPED_CHARS, index));
      used += tokensOf(rest.slice(0, TYPED_CHARS)).length;
    }
    const served = (await server.log()).slice(warmUpRequests);
    const keys = TYPED_LINES.length * TYPED_CHARS;
    const requests = served.length / keys;
    const wasted = (served.reduce((sum, { tokens }) => sum + tokens, 0) - used) / keys;
    const busyMs = Math.max(...runs.ours.map(({ lastKeyAt }) => busyAfter(served, lastKeyAt)));
    const share = inTimeShare(runs.ours);
    const floorShare = inTimeShare(runs.floor);
    process.stdout.write(`\n${keys} keys, server with ${PACE.ttftMs} ms and ${PACE.tps} tok/s\n`);
    printBound(
      share >= IN_TIME_SHARE,
      `${percent(share)} of keys have the right text in time, at least ${percent(IN_TIME_SHARE)}; the floor ${percent(floorShare)}`,
    );
    printBound(
      requests <= REQUESTS_PER_KEY,
      `${requests.toFixed(3)} requests a key, at most ${REQUESTS_PER_KEY}`,
    );
    printBound(
      wasted <= WASTED_PER_KEY,
      `${wasted.toFixed(2)} wasted tokens a key, at most ${WASTED_PER_KEY}`,
    );
    printBound(
      busyMs <= IDLE_AFTER_MS,
      `the server is idle ${busyMs.toFixed(0)} ms after the last key`,
    );
    process.stdout.write(`  keys without: ${runs.ours.map(missesOf).join('; ')}\n`);
    return {
      oursInTimeRatio: share,
      floorInTimeRatio: floorShare,
      requestsPerKeyRatio: requests,
      wastedTokensPerKeyRatio: wasted,
      busyAfterLastKeyMs: busyMs,
      keysCount: keys,
    };
  });
}

function inTimeShare(runs: readonly TypedRun[]): number {
  const all = runs.flatMap(({ inTime }) => inTime);
  return all.filter(Boolean).length / all.length;
}

/** For how long the server still works on a run after its last key; the runs are seconds apart. */
function busyAfter(served: readonly Served[], lastKeyAt: number): number {
  const ends = served
    .filter(({ receivedAt }) => receivedAt < lastKeyAt + 1500)
    .map(({ endedAt }) => (endedAt ?? Number.POSITIVE_INFINITY) - lastKeyAt);
  return Math.max(0, ...ends);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const missesOf = ({ inTime }: TypedRun): string =>
  inTime.flatMap((shown, index) => (shown ? [] : [index + 1])).join(' ') || 'none';
