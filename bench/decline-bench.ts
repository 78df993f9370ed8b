import { charsPerToken } from '../src/core/measure/answer-tokens.ts';
import { decodeFigure } from '../src/core/measure/decode-figure.ts';
import { jobFit } from '../src/core/measure/job-fit.ts';
import { modelSpeed } from '../src/core/measure/model-speed.ts';
import type { ModelSpeed } from '../src/core/protocol.ts';
import type { LaneRecord } from '../src/core/record.ts';
import { seededRandom } from '../src/core/seeded-random.ts';
import { createSystemClock } from '../src/models/system-clock.ts';
import { createTransport } from '../src/models/transport.ts';
import type { Script } from '../test/support/model-server/script.ts';
import { benchModel, type NetworkProvider } from './bench-model.ts';
import type { Figures } from './figures.ts';
import { fly } from './fly.ts';
import { printTable } from './print-table.ts';
import { type LoggedRequest, type ServerProcess, startServerProcess } from './server-process.ts';

interface BackEnd {
  readonly name: string;
  readonly provider: NetworkProvider;
  readonly script: Script;
}

const BACK_ENDS: readonly BackEnd[] = [
  { name: 'llamaServer', provider: 'llama-server', script: {} },
  { name: 'ollama', provider: 'ollama', script: {} },
  { name: 'counting', provider: 'openai-completions', script: { usageOnChunks: 'counting' } },
  { name: 'threePerChunk', provider: 'openai-completions', script: { tokensPerChunk: 3 } },
];

const WORDS = [' if', ' (', 'total', ' =', ' customer', '.', 'prices', ' + ', ' 0'];
const INITIAL_TPS = 400;
const TOKENS = 500;
/** Of the rate at the first token, lost by the last. */
const DECLINE = 0.35;
/** The server's own measure, from the time per token: its last one takes 1 ÷ (1 − 0.35) as long as its first. */
const FALL_PER_1000 = fallPer1000(DECLINE, TOKENS);
const LEARNT = 12;
const JOBS = 4;
const JOB_TOKENS = 480;

/**
 * Servers whose rate falls by 35 % over 500 tokens, over real sockets: the decline that is reported of
 * twelve answers, and how far the time expected for a job of 480 tokens is from what the next four took
 * by the server's own log, with the decline and without.
 */
export async function benchDecline(): Promise<Figures> {
  const servers = startServerProcess();
  const runs = await Promise.all(BACK_ENDS.map((backEnd) => write(servers, backEnd)));
  await servers.close();
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const [index, { lanes, log }] of runs.entries()) {
    const name = BACK_ENDS[index]?.name ?? '';
    const learnt = lanes.slice(0, LEARNT);
    const ratio = charsPerToken(learnt);
    const decode = decodeFigure(learnt, ratio);
    const speed = modelSpeed(learnt, ratio);
    if (decode === null || speed === null) throw new Error(`Too little is known of ${name}.`);
    const [baseMs, msPerPromptToken, msPerToken] = speed.fit;
    const steady: ModelSpeed = { ...speed, fit: [baseMs, msPerPromptToken, msPerToken, 0] };
    const jobErrors = (of: ModelSpeed): number[] =>
      log.slice(LEARNT).map(({ tokensSentMs, receivedMs, promptTokens }) => {
        const job = { promptTokens: promptTokens ?? Number.NaN, outputTokens: JOB_TOKENS };
        const trueMs = (tokensSentMs[JOB_TOKENS - 1] ?? Number.NaN) - receivedMs;
        const [expected] = jobFit([{ id: name, speed: of }], job);
        return 100 * ((expected?.totalMs ?? Number.NaN) / trueMs - 1);
      });
    const found = {
      ReportedDeclinePercent: 100 * decode.decline,
      DeclineErrorPoints: 100 * (decode.decline - DECLINE),
      EarlyTpsErrorPercent: 100 * (decode.earlyTps / INITIAL_TPS - 1),
      JobErrorPercent: worst(jobErrors(speed)),
      JobErrorWithoutDeclinePercent: worst(jobErrors(steady)),
    };
    for (const [figure, value] of Object.entries(found)) figures[`${name}${figure}`] = value;
    rows.push([name, ...Object.values(found).map((value) => value.toFixed(1))]);
  }
  const headings = 'decline,reported %,off by points,first rate off by %,job off by %,without %';
  printTable(headings.split(','), rows);
  return { trueDeclinePercent: 100 * DECLINE, jobTokensCount: JOB_TOKENS, ...figures };
}

interface Written {
  readonly lanes: readonly LaneRecord[];
  readonly log: readonly LoggedRequest[];
}

/** One answer after the other from one server. */
async function write(servers: ServerProcess, { provider, script }: BackEnd): Promise<Written> {
  const random = seededRandom(1);
  const server = await servers.start([
    {
      ttftMs: 50,
      tps: INITIAL_TPS,
      tpsFallPer1000: FALL_PER_1000,
      // Of all lengths, and as long at the end as at the beginning.
      pieces: Array.from(
        { length: TOKENS },
        () => WORDS[Math.floor(random() * WORDS.length)] ?? '',
      ),
      ...script,
    },
  ]);
  const transport = createTransport();
  const clock = createSystemClock();
  const model = benchModel(provider, server.url, { transport, clock, maxTokens: TOKENS });
  const lanes: LaneRecord[] = [];
  for (let index = 0; index < LEARNT + JOBS; index += 1) lanes.push(await fly(model, clock));
  const log = await server.log();
  await transport.close();
  return { lanes, log };
}

/** The share lost by token 1000 where `decline` is lost by token `tokens` and the time per token grows evenly. */
function fallPer1000(decline: number, tokens: number): number {
  const growth = (decline / (1 - decline)) * (1000 / (tokens - 1));
  return growth / (1 + growth);
}

const worst = (errors: readonly number[]): number =>
  errors.reduce((far, error) => (Math.abs(error) > Math.abs(far) ? error : far), 0);
