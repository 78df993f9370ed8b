/**
 * The newest `perSize` items of every size, sizes told apart by powers of two, in their own order.
 * Hundreds of keystrokes an hour would push the one long answer of a measuring run out of any window of
 * the newest; this bounds the work and keeps both. `items` come oldest first; `sizeOf` null: left out.
 */
export function newestPerSize<T>(
  items: readonly T[],
  perSize: number,
  sizeOf: (item: T) => number | null,
): T[] {
  const taken = new Map<number, number>();
  const kept: T[] = [];
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i] as T;
    const size = sizeOf(item);
    if (size === null) continue;
    const power = Math.floor(Math.log2(Math.max(1, size)));
    const count = taken.get(power) ?? 0;
    if (count >= perSize) continue;
    taken.set(power, count + 1);
    kept.push(item);
  }
  return kept.reverse();
}
