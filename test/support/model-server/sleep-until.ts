/** Until a moment on `performance.now()`, never shorter, or until the connection is gone. */
export function sleepUntil(atMs: number, gone: AbortSignal): Promise<void> {
  const leftMs = () => atMs - performance.now();
  if (leftMs() <= 0 || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', done);
      resolve();
    };
    // Node's timers fire up to a millisecond early.
    const check = () => {
      if (leftMs() <= 0) done();
      else timer = setTimeout(check, 1);
    };
    let timer = setTimeout(check, Math.max(0, leftMs()));
    gone.addEventListener('abort', done, { once: true });
  });
}
