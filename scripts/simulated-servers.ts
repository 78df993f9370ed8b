import { plausibleContinuation } from '../test/support/model-server/plausible-continuation.ts';
import {
  type ModelServer,
  startModelServer,
} from '../test/support/model-server/start-model-server.ts';

/** Entries as they stand in `firstToken.models`. The ids say that no real model is behind them. */
export interface SimulatedServers {
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  /** What each entry is served by, in the same order. */
  readonly servers: readonly [early: ModelServer, late: ModelServer];
  close(): Promise<void>;
}

/**
 * Two loopback servers for a first look without any model: one that starts early and writes slowly, one that
 * starts late and writes fast. They continue the code they are sent by copying from it, wait as long as they
 * are told to, and know nothing.
 */
export async function startSimulatedServers(): Promise<SimulatedServers> {
  const text = plausibleContinuation;
  const early = await startModelServer({
    script: { ttftMs: 120, tps: 60, text, closeAfterStream: true },
  });
  const late = await startModelServer({ script: { ttftMs: 420, tps: 120, text } });
  const servers = [early, late] as const;
  return {
    entries: [
      { id: 'simulated-120ms', provider: 'llama-server', endpoint: early.url },
      {
        id: 'simulated-420ms',
        provider: 'openai-completions',
        endpoint: `${late.url}/v1`,
        model: 'simulated',
        fim: 'qwen',
      },
    ],
    servers,
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
