import type { SpeedFit } from '../protocol.ts';

/** What a data sheet says of a model. */
export interface PlainFigures {
  readonly ttftMs: number;
  /** At the first token. */
  readonly tps: number;
  /** Share of that rate that is lost by token 1000, from 0 to below 1. */
  readonly fallPer1000?: number;
}

/**
 * The same as a fit, for a prompt of any length. The time per token grows evenly, so the rate at token
 * 1000, `tps × (1 − fallPer1000)`, says by how much.
 */
export function speedFromFigures({ ttftMs, tps, fallPer1000 = 0 }: PlainFigures): SpeedFit {
  const msPerToken = 1000 / tps;
  return [ttftMs, 0, msPerToken, (msPerToken * (1 / (1 - fallPer1000) - 1)) / 1000];
}
