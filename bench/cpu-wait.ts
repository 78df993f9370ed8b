import { readFileSync } from 'node:fs';

/**
 * For how long the main threads of these processes were ready to run and had to wait for a processor, ms
 * since they began; NaN where the system does not say (other than Linux). No clock in a process can see
 * what happened meanwhile, ours no more than the server's.
 */
export function cpuWaitMs(pids: readonly number[]): number {
  try {
    return pids
      .map((pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6)
      .reduce((sum, ms) => sum + ms, 0);
  } catch {
    return Number.NaN;
  }
}
