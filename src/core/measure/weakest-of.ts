import type { Provenance } from '../protocol.ts';

/** From the strongest to the weakest. */
export const PROVENANCES: readonly Provenance[] = ['server', 'derived', 'estimated'];

/** The weakest of how some figures are known; null for none. */
export function weakestOf(all: Iterable<Provenance>): Provenance | null {
  const weakest = Math.max(-1, ...Array.from(all, (one) => PROVENANCES.indexOf(one)));
  return PROVENANCES[weakest] ?? null;
}
