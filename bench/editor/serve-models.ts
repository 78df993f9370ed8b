/** The process that the model servers run in; see model-servers.ts, which starts it and talks to it. */
import { seededRandom } from '../../src/core/seeded-random.ts';
import type { Script, ServedRequest } from '../../test/support/model-server/script.ts';
import {
  type ModelServer,
  startModelServer,
} from '../../test/support/model-server/start-model-server.ts';
import type { Order, Pace, Served } from './model-servers.ts';
import { answerTo } from './scenario.ts';

const servers: { server: ModelServer; pace: Pace }[] = [];

const typedLine = ({ body }: ServedRequest): string =>
  String((body as { prompt?: unknown } | undefined)?.prompt ?? '');

/** Drawn from what is typed, so that every policy meets the same waits at the same keys. */
function ttftOf({ ttftMs, ttftSigma, seed }: Pace, typed: string): number {
  if (ttftSigma === undefined) return ttftMs;
  let hash = seed ?? 0;
  for (const character of typed) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  const random = seededRandom(hash);
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return ttftMs * Math.exp(ttftSigma * normal);
}

function scriptOf(pace: Pace, request: ServedRequest): Script {
  const typed = typedLine(request);
  return { ttftMs: ttftOf(pace, typed), tps: pace.tps, text: answerTo(typed) };
}

async function obey(order: Order): Promise<unknown> {
  if (order.what === 'start') {
    const index = servers.length;
    const server = await startModelServer({
      slots: 1,
      script: (request) => scriptOf(servers[index]?.pace ?? order.pace, request),
    });
    servers.push({ server, pace: order.pace });
    return { index, url: server.url };
  }
  const found = servers[order.index];
  if (found === undefined) throw new Error(`There is no server ${order.index}.`);
  if (order.what === 'change') {
    found.pace = order.pace;
    return null;
  }
  return found.server.log.map(
    (entry): Served => ({
      typed: typedLine(entry.request),
      receivedAt: performance.timeOrigin + entry.receivedMs,
      endedAt: epoch(entry.endedMs ?? entry.closedByClientAtMs),
      tokens: entry.tokensSentMs.length,
    }),
  );
}

const epoch = (ms: number | null): number | null =>
  ms === null ? null : performance.timeOrigin + ms;

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.({ id: order.id, answer }));
});
// Without the bench nobody needs the servers.
process.on('disconnect', () => process.exit());
