/** Imported first, so that the time to load our own code is part of the activation time. */
const startMs = performance.now();
const startCpu = threadCpuMs();

export interface ActivationCost {
  /** Wall-clock time from the first line of our code to the end of activate(), ms. */
  readonly wallMs: number;
  /**
   * Processor time of the extension host's thread within that, ms: our own time, without what other
   * processes took from it while the window was starting. Null where Node cannot tell (before 23.9).
   */
  readonly cpuMs: number | null;
}

export function activationCost(): ActivationCost {
  const cpu = threadCpuMs();
  return {
    wallMs: performance.now() - startMs,
    cpuMs: cpu === null || startCpu === null ? null : cpu - startCpu,
  };
}

function threadCpuMs(): number | null {
  if (typeof process.threadCpuUsage !== 'function') return null;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
