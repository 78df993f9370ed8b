import { setTimeout as sleep } from 'node:timers/promises';
import { createModel } from '../src/models/create-model.ts';
import { createTransport } from '../src/models/transport.ts';
import { completionRequest, modelEntry } from '../test/support/model-server/asking.ts';
import { startModelServer } from '../test/support/model-server/start-model-server.ts';
import { type Figures, percentile } from './figures.ts';

const REQUESTS = 150;
const TTFT_MS = 20;
const PROVIDERS = ['llama-server', 'openai-completions', 'ollama'] as const;
/** Longer than the 4 s for which the built-in fetch keeps an idle connection when the server names no limit. */
const PAUSE_MS = 6000;
const PAUSES = 3;

/** Our clock against the server's own log, and our connections against those of the built-in fetch. */
export async function benchTransport(): Promise<Figures> {
  let figures: Figures = {};
  for (const provider of PROVIDERS) figures = { ...figures, ...(await ttftError(provider)) };
  return { ...figures, ...(await againstFetch()) };
}

/** How much more than the server's log our TTFT is, over a kept connection on loopback. */
async function ttftError(provider: (typeof PROVIDERS)[number]): Promise<Figures> {
  const server = await startModelServer({ script: { ttftMs: TTFT_MS, tps: 1000, text: 'a b c;' } });
  const transport = createTransport();
  const endpoint = provider === 'openai-completions' ? `${server.url}/v1` : server.url;
  const entry = modelEntry({ provider, endpoint, model: 'm', fim: 'qwen' });
  const created = createModel(entry, { transport, apiKey: async () => undefined });
  if ('problem' in created) throw new Error(created.problem);
  const differencesMs: number[] = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    const startMs = performance.now();
    let ttftMs: number | null = null;
    const options = { signal: new AbortController().signal, onMark: () => {} };
    for await (const part of created.model.stream(completionRequest(), options)) {
      if (part.type === 'text') ttftMs ??= performance.now() - startMs;
    }
    const logged = server.log.at(-1);
    if (ttftMs === null || logged?.firstTokenSentMs == null) throw new Error('No first token.');
    differencesMs.push(ttftMs - (logged.firstTokenSentMs - logged.receivedMs));
  }
  await transport.close();
  await server.close();
  const name = provider.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    [`${name}TtftMinusServerP50Ms`]: percentile(differencesMs, 0.5),
    [`${name}TtftMinusServerP95Ms`]: percentile(differencesMs, 0.95),
    [`${name}TtftMinusServerMaxMs`]: percentile(differencesMs, 1),
  };
}

/** Time to the first byte, request by request in turn, and connections opened over typing pauses. */
async function againstFetch(): Promise<Figures> {
  const body = JSON.stringify({ input_prefix: 'a', input_suffix: '', prompt: '', stream: true });
  const headers = { 'content-type': 'application/json' };
  const servers = await Promise.all([startModelServer(), startModelServer()]);
  const [forUs, forFetch] = servers;
  const transport = createTransport();
  const byUs = async (): Promise<number> => {
    const startMs = performance.now();
    const { body: bytes } = await transport.post({
      url: `${forUs.url}/infill`,
      headers,
      body,
      signal: new AbortController().signal,
      onMark: () => {},
    });
    let firstMs = 0;
    for await (const _ of bytes) firstMs ||= performance.now() - startMs;
    return firstMs;
  };
  const byFetch = async (): Promise<number> => {
    const startMs = performance.now();
    const response = await fetch(`${forFetch.url}/infill`, { method: 'POST', headers, body });
    let firstMs = 0;
    for await (const _ of response.body ?? []) firstMs ||= performance.now() - startMs;
    return firstMs;
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    ours.push(await byUs());
    theirs.push(await byFetch());
  }
  const before = servers.map((server) => server.connections());
  for (let pause = 0; pause < PAUSES; pause += 1) {
    await sleep(PAUSE_MS);
    await byUs();
    await byFetch();
  }
  const opened = servers.map((server, index) => server.connections() - (before[index] ?? 0));
  await transport.close();
  await Promise.all(servers.map((server) => server.close()));
  return {
    firstByteP50Ratio: percentile(ours, 0.5) / percentile(theirs, 0.5),
    firstByteP95Ratio: percentile(ours, 0.95) / percentile(theirs, 0.95),
    typingPausesCount: PAUSES,
    connectionsOpenedAfterPausesCount: opened[0] ?? Number.NaN,
    connectionsOpenedAfterPausesByFetchCount: opened[1] ?? Number.NaN,
  };
}
