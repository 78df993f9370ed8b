import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Script } from '../test/support/model-server/script.ts';
import type { LogEntry } from '../test/support/model-server/start-model-server.ts';

/** What a server wrote down of one request. */
export type LoggedRequest = Omit<LogEntry, 'request'>;

export type ServerCommand =
  /** The request number n gets the script number n, and every later one the last. */
  | { readonly type: 'start'; readonly id: number; readonly scripts: readonly Script[] }
  | { readonly type: 'log'; readonly id: number; readonly url: string };

export type ServerReport =
  | {
      readonly type: 'started';
      readonly id: number;
      readonly url: string;
      readonly monotonicOffsetMs: number;
    }
  | { readonly type: 'log'; readonly id: number; readonly log: readonly LoggedRequest[] };

/** A model server in another process. */
export interface RemoteServer {
  readonly url: string;
  /** Added to a time of the log it gives ms on `process.hrtime`, which all processes share. */
  readonly monotonicOffsetMs: number;
  /** In the order of arrival. */
  log(): Promise<readonly LoggedRequest[]>;
}

export interface ServerProcess {
  readonly pid: number;
  start(scripts: readonly Script[]): Promise<RemoteServer>;
  close(): Promise<void>;
}

/** Forks one process that runs any number of model servers until it is closed, or we end. */
export function startServerProcess(): ServerProcess {
  const file = fileURLToPath(new URL('./model-server-process.ts', import.meta.url));
  const child: ChildProcess = fork(file, { serialization: 'advanced' });
  const exited = once(child, 'exit');
  const waiting = new Map<number, (report: ServerReport) => void>();
  let asked = 0;
  child.on('message', (report: ServerReport) => {
    waiting.get(report.id)?.(report);
    waiting.delete(report.id);
  });

  const ask = (command: ServerCommand): Promise<ServerReport> => {
    const answered = new Promise<ServerReport>((resolve) => waiting.set(command.id, resolve));
    child.send(command);
    const gone = exited.then(() => {
      throw new Error('The process of the model servers ended by itself.');
    });
    return Promise.race([answered, gone]);
  };

  return {
    pid: child.pid ?? Number.NaN,
    async start(scripts) {
      asked += 1;
      const started = await ask({ type: 'start', id: asked, scripts });
      if (started.type !== 'started') throw new Error('The server did not start.');
      const { url, monotonicOffsetMs } = started;
      return {
        url,
        monotonicOffsetMs,
        async log() {
          asked += 1;
          const report = await ask({ type: 'log', id: asked, url });
          return report.type === 'log' ? report.log : [];
        },
      };
    },
    async close() {
      child.disconnect();
      await exited;
    },
  };
}
