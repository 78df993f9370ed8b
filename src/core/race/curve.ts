import type { CurvePoint } from '../record.ts';

/** A picture of how an answer came in, in bounded memory however long it is. */
export interface Curve {
  readonly pieces: number;
  /** One more piece. `tokens`: completion tokens so far as the server counted them, or null. */
  add(atMs: number, chars: number, tokens: number | null): void;
  /** From the first piece to the last; times as they were given. */
  points(): readonly CurvePoint[];
}

/** Enough to see a decline over any length; 32 points are about 0.6 kB of a record. */
const MAX_POINTS = 32;

/** Keeps every `stride`-th piece and the last one; when full, the stride doubles. */
export function createCurve(): Curve {
  let kept: CurvePoint[] = [];
  let stride = 1;
  let pieces = 0;
  let chars = 0;
  let last: CurvePoint | null = null;

  return {
    get pieces() {
      return pieces;
    },
    add(atMs, length, tokens) {
      chars += length;
      pieces += 1;
      last = [atMs, pieces, chars, tokens];
      if ((pieces - 1) % stride !== 0) return;
      kept.push(last);
      if (kept.length < MAX_POINTS) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    points: () => (last === null || kept.at(-1) === last ? kept : [...kept, last]),
  };
}
