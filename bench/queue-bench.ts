import { laneQueue } from '../src/core/measure/lane-queue.ts';
import { fitFloor } from '../src/core/measure/queue-floor.ts';
import type { LaneRecord } from '../src/core/record.ts';
import { seededRandom } from '../src/core/seeded-random.ts';
import { createSystemClock } from '../src/models/system-clock.ts';
import { createTransport } from '../src/models/transport.ts';
import type { Script } from '../test/support/model-server/script.ts';
import { benchModel, type NetworkProvider } from './bench-model.ts';
import type { Figures } from './figures.ts';
import { fly } from './fly.ts';
import { printTable } from './print-table.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

interface BackEnd {
  readonly name: string;
  readonly provider: NetworkProvider;
  readonly script: Script;
  /** Requests that do not wait, before those that do: what an estimate is made of. */
  readonly unqueued?: number;
}

const QUEUE_MS = 2000;
const PREFILL_MS = 60;
const QUEUED = 5;

/** Every way in which a server lets its queue be seen, and two servers that do not. */
const BACK_ENDS: readonly BackEnd[] = [
  { name: 'llamaServer', provider: 'llama-server', script: {} },
  {
    name: 'llamaServerCompletions',
    provider: 'openai-completions',
    script: { reports: 'llama-server' },
  },
  { name: 'ollama', provider: 'ollama', script: {} },
  { name: 'ollamaLoading', provider: 'ollama', script: { loadMs: 300 } },
  { name: 'vllm', provider: 'openai-completions', script: { reports: 'vllm' } },
  { name: 'groq', provider: 'openai-completions', script: { reports: 'groq' } },
  { name: 'cerebras', provider: 'openai-completions', script: { reports: 'cerebras' } },
  { name: 'fireworks', provider: 'openai-completions', script: { reports: 'fireworks' } },
  {
    name: 'deepseek',
    provider: 'openai-completions',
    script: { reports: 'deepseek', commentsEveryMs: 50 },
  },
  { name: 'silent', provider: 'openai-completions', script: { reports: 'plain' }, unqueued: 50 },
  {
    name: 'silentUncounted',
    provider: 'openai-completions',
    script: { reports: 'plain', noUsage: true },
    unqueued: 50,
  },
];

interface Waited {
  readonly lanes: readonly LaneRecord[];
  /** What the server wrote down of the same requests. */
  readonly trueMs: readonly number[];
}

/**
 * Servers that hold each request for 2 s before they begin with it, over real sockets and in real time:
 * how far the reported queue is from the server's own log, in per cent of it.
 */
export async function benchQueue(): Promise<Figures> {
  const servers = startServerProcess();
  const waits = await Promise.all(BACK_ENDS.map((one, index) => wait(servers, one, index + 1)));
  await servers.close();
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const [index, { lanes, trueMs }] of waits.entries()) {
    const name = BACK_ENDS[index]?.name ?? '';
    const floor = fitFloor(lanes);
    const found = lanes.slice(-QUEUED).map((lane) => laneQueue(lane, floor));
    const reported = found.map((one) => one?.ms ?? Number.NaN);
    const errors = reported.map((ms, at) => 100 * Math.abs(ms / (trueMs[at] ?? Number.NaN) - 1));
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    const [trueMeanMs, reportedMeanMs, worst] = [mean(trueMs), mean(reported), Math.max(...errors)];
    figures[`${name}TrueQueueMs`] = trueMeanMs;
    figures[`${name}ReportedQueueMs`] = reportedMeanMs;
    figures[`${name}QueueErrorMeanPercent`] = mean(errors);
    figures[`${name}QueueErrorMaxPercent`] = worst;
    const slack = found.map((one) => one?.plusMinusMs ?? null).filter((ms) => ms !== null);
    if (slack.length > 0) figures[`${name}PlusMinusMs`] = mean(slack);
    const known = [...new Set(found.map((one) => one?.from ?? 'unknown'))].join(' ');
    rows.push([
      name,
      known,
      ...[trueMeanMs, reportedMeanMs].map((ms) => ms.toFixed(1)),
      slack.length > 0 ? mean(slack).toFixed(1) : '',
      ...[mean(errors), worst].map((percent) => percent.toFixed(2)),
    ]);
  }
  printTable('queue,known by,true ms,reported ms,± ms,error %,max %'.split(','), rows);
  return { requestsCount: QUEUED, ...figures };
}

/** Waits for one back end as often as it takes. */
async function wait(servers: ServerProcess, backEnd: BackEnd, seed: number): Promise<Waited> {
  const { provider, unqueued = 0 } = backEnd;
  const random = seededRandom(seed);
  const script = (queueMs: number): Script => ({
    ...backEnd.script,
    queueMs,
    // No two requests take equally long, least of all by their prompts.
    ttftMs: queueMs + (backEnd.script.loadMs ?? 0) + PREFILL_MS * (0.8 + 0.4 * random()),
    msPerPromptToken: 0.05,
    tps: 200,
    text: 'one two three four;',
  });
  const scripts = Array.from({ length: unqueued + QUEUED }, (_, index) =>
    script(index < unqueued ? 0 : QUEUE_MS),
  );
  const server = await servers.start(scripts);
  const transport = createTransport();
  const clock = createSystemClock();
  const model = benchModel(provider, server.url, { transport, clock });
  const lanes: LaneRecord[] = [];
  for (let index = 0; index < scripts.length; index += 1) {
    const line = '  call(argument);\n';
    const prefix = `// ${index}\n${line.repeat(20 + Math.floor(180 * random()))}const sum = `;
    lanes.push(await fly(model, clock, { prefix }));
  }
  const log = await server.log();
  await transport.close();
  const trueMs = log
    .slice(-QUEUED)
    .map((one) => (one.processingMs ?? Number.NaN) - one.receivedMs - (backEnd.script.loadMs ?? 0));
  return { lanes, trueMs };
}
