import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';

export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Ends the process and everything it started; resolves when the process is gone. */
  stop(): Promise<void>;
}

/** How long a process may take to end by itself before it is killed. */
const GRACE_MS = 3000;

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Starts a process in a group of its own, so that its children can be ended with it, even on exit. */
export function startProcessGroup(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ProcessGroup {
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32' });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const killOnExit = () => {
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };
  process.once('exit', killOnExit);

  return {
    child,
    async stop() {
      if (child.pid !== undefined) {
        signalGroup(child.pid, 'SIGTERM');
        const timer = setTimeout(killOnExit, GRACE_MS);
        await ended;
        clearTimeout(timer);
        // Children that outlived the leader.
        killOnExit();
      }
      process.removeListener('exit', killOnExit);
    },
  };
}
