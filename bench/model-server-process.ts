/** A process of its own that runs model servers, so that neither their clock nor their work is ours. */
import {
  type ModelServer,
  startModelServer,
} from '../test/support/model-server/start-model-server.ts';
import type { ServerCommand, ServerReport } from './server-process.ts';

const servers = new Map<string, ModelServer>();
const report = (message: ServerReport): void => {
  process.send?.(message);
};

async function obey(command: ServerCommand): Promise<void> {
  const { id } = command;
  if (command.type === 'log') {
    // The text of the requests stays here: figures need the times alone.
    const log = (servers.get(command.url)?.log ?? []).map(({ request: _, ...times }) => times);
    report({ type: 'log', id, log });
    return;
  }
  const { scripts } = command;
  let served = 0;
  const server = await startModelServer({
    script: () => {
      const script = scripts[Math.min(served, scripts.length - 1)] ?? {};
      served += 1;
      return script;
    },
  });
  servers.set(server.url, server);
  const { url, monotonicOffsetMs } = server;
  report({ type: 'started', id, url, monotonicOffsetMs });
}

process.on('message', (command: ServerCommand) => void obey(command));
process.on('disconnect', () => process.exit());
