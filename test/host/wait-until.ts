/** Polls until `look` gives something; throws naming `what` after the limit. */
export async function waitUntil<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  limitMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
