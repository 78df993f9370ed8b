import { setTimeout as sleep } from 'node:timers/promises';
import type { LaneRecord } from '../src/core/record.ts';
import { seededRandom } from '../src/core/seeded-random.ts';
import { createSystemClock } from '../src/models/system-clock.ts';
import { createTransport } from '../src/models/transport.ts';
import { accuracyScripts } from './accuracy-scripts.ts';
import { benchModel, type NetworkProvider } from './bench-model.ts';
import { cpuWaitMs } from './cpu-wait.ts';
import { fly } from './fly.ts';
import { type NaiveTimes, withNaiveClock } from './naive-clock.ts';
import type { LoggedRequest, ServerProcess } from './server-process.ts';

/** One request as we recorded it, as a careless client would have, and as the server wrote it down. */
export interface Observed {
  readonly lane: LaneRecord;
  readonly naive: NaiveTimes;
  readonly logged: LoggedRequest;
  /** Our key and the server's receipt on the clock that both processes share. */
  readonly keystrokeAtMs: number;
  readonly receivedAtMs: number;
  /** How long the two processes were kept off a processor meanwhile. */
  readonly cpuWaitMs: number;
}

/** Enough for the optimising compiler to have seen the code as it is used. Asked and answered like the others. */
const WARM_UP = 50;

/** Asks one protocol's server so many times, one request after the other, by the extension's own way. */
export async function observeRequests(
  servers: ServerProcess,
  provider: NetworkProvider,
  count: number,
  seed: number,
): Promise<readonly Observed[]> {
  const server = await servers.start(accuracyScripts(provider, WARM_UP + count, seed));
  const naive = withNaiveClock(createTransport());
  const clock = createSystemClock();
  const { transport } = naive;
  const model = benchModel(provider, server.url, { transport, clock });
  const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  const random = seededRandom(seed);
  const processes = [process.pid, servers.pid];
  const asked: Omit<Observed, 'logged' | 'receivedAtMs'>[] = [];
  for (let index = 0; index < WARM_UP + count; index += 1) {
    // Never in step with timers or with the other protocols.
    await sleep(1 + 8 * random());
    const waitedMs = cpuWaitMs(processes);
    const keystrokeAtMs = clock.nowMs() + offsetMs;
    const lane = await fly(model, clock);
    const naiveTimes = naive.latest();
    const waited = cpuWaitMs(processes) - waitedMs;
    asked.push({ lane, keystrokeAtMs, naive: naiveTimes, cpuWaitMs: waited });
  }
  const log = await server.log();
  await transport.close();
  return asked.slice(WARM_UP).map((request, index): Observed => {
    const logged = log[WARM_UP + index];
    if (logged === undefined) throw new Error('The server knows of fewer requests.');
    const receivedAtMs = logged.receivedMs + server.monotonicOffsetMs;
    return { ...request, logged, receivedAtMs };
  });
}
