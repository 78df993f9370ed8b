import type { NetworkProvider } from './bench-model.ts';
import { type Figures, percentile } from './figures.ts';
import { type Observed, observeRequests } from './observe-requests.ts';
import { tpsErrors, ttftErrors } from './observed-errors.ts';
import { printTable } from './print-table.ts';
import { startServerProcess } from './server-process.ts';

const PROVIDERS: readonly NetworkProvider[] = ['llama-server', 'openai-completions', 'ollama'];
const REQUESTS = 500;

/**
 * What we record of streamed requests against what the server wrote down of the same ones, in a process
 * and on a clock of its own. Beside it what a client would say that takes the first bytes for the first
 * token, and chunks for tokens. Where other work keeps the processors busy the far percentiles show the
 * machine: the time that both processes were kept waiting for a processor stands beside them.
 */
export async function benchAccuracy(): Promise<Figures> {
  const servers = startServerProcess();
  const runs = await Promise.all(
    PROVIDERS.map((provider, index) => observeRequests(servers, provider, REQUESTS, index + 1)),
  );
  await servers.close();
  const figures: Record<string, number> = {};
  const times: string[][] = [];
  const rates: string[][] = [];
  for (const [index, provider] of PROVIDERS.entries()) {
    const observed = runs[index] ?? [];
    const found = figuresOf(observed);
    const name = provider.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const [figure, value] of Object.entries(found)) figures[`${name}${figure}`] = value;
    const cells = (names: readonly (keyof typeof found)[], digits: number): string[] =>
      names.map((key) => found[key].toFixed(digits));
    times.push([
      provider,
      String(observed.length),
      ...cells(['TtftErrorP50Ms', 'TtftErrorP95Ms', 'TtftErrorP99Ms', 'TtftErrorMaxMs'], 2),
      ...cells(['CpuWaitP99Ms'], 1),
      ...cells(['HeadersErrorP50Ms', 'HeadersErrorP99Ms'], 1),
      ...cells(['FirstByteErrorP50Ms', 'FirstByteErrorP99Ms'], 1),
    ]);
    rates.push([
      provider,
      String(observed.length),
      ...cells(['TpsErrorP50Percent', 'TpsErrorP95Percent', 'TpsErrorMaxPercent'], 2),
      ...cells(['ChunkTpsErrorP50Percent', 'ChunkTpsErrorP95Percent'], 1),
    ]);
  }
  const ttft =
    'TTFT error ms,n,p50,p95,p99,max,waited for CPU p99,headers p50,p99,first byte p50,p99';
  printTable(ttft.split(','), times);
  printTable('TPS error %,n,median,p95,max,chunks for tokens median,p95'.split(','), rates);
  return figures;
}

function figuresOf(observed: readonly Observed[]) {
  const ttft = ttftErrors(observed);
  const tps = tpsErrors(observed);
  const waits = observed.map((one) => one.cpuWaitMs);
  return {
    RequestsCount: observed.length,
    TtftErrorP50Ms: percentile(ttft.ours, 0.5),
    TtftErrorP95Ms: percentile(ttft.ours, 0.95),
    TtftErrorP99Ms: percentile(ttft.ours, 0.99),
    TtftErrorMaxMs: percentile(ttft.ours, 1),
    /** The two ways that make the error up: our dispatch to the server, its write to our stamp. */
    WayThereP50Ms: percentile(ttft.wayThere, 0.5),
    WayThereP99Ms: percentile(ttft.wayThere, 0.99),
    WayBackP50Ms: percentile(ttft.wayBack, 0.5),
    WayBackP99Ms: percentile(ttft.wayBack, 0.99),
    /** Kept off a processor, the server or we: what the machine was busy with, and not an error of ours. */
    CpuWaitP50Ms: percentile(waits, 0.5),
    CpuWaitP99Ms: percentile(waits, 0.99),
    HeadersErrorP50Ms: percentile(ttft.headers, 0.5),
    HeadersErrorP99Ms: percentile(ttft.headers, 0.99),
    FirstByteErrorP50Ms: percentile(ttft.firstByte, 0.5),
    FirstByteErrorP99Ms: percentile(ttft.firstByte, 0.99),
    TpsErrorP50Percent: percentile(tps.ours, 0.5),
    TpsErrorP95Percent: percentile(tps.ours, 0.95),
    TpsErrorMaxPercent: percentile(tps.ours, 1),
    ChunkTpsErrorP50Percent: percentile(tps.chunks, 0.5),
    ChunkTpsErrorP95Percent: percentile(tps.chunks, 0.95),
  };
}
