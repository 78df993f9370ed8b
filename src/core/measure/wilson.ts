import type { Share } from '../protocol.ts';

// Two-sided 95 %: the 97.5 % quantile of the normal distribution.
const Z = 1.959964;

/**
 * A share of `n` trials with its 95 % Wilson score interval (E. B. Wilson, 1927), or null without
 * trials. Unlike the textbook p ± z·se it stays within 0 to 1 and does not collapse to a point when
 * every trial went the same way, which is the usual case in a first minute of typing.
 */
export function wilson(hits: number, n: number): Share | null {
  if (n <= 0) return null;
  const value = hits / n;
  const scale = 1 + Z ** 2 / n;
  const centre = (value + Z ** 2 / (2 * n)) / scale;
  const half = (Z / scale) * Math.sqrt((value * (1 - value)) / n + Z ** 2 / (4 * n ** 2));
  // At the ends centre and half are equal in exact arithmetic, but not always in floating point.
  const low = hits === 0 ? 0 : Math.max(0, centre - half);
  const high = hits === n ? 1 : Math.min(1, centre + half);
  return { value, low, high, n };
}
