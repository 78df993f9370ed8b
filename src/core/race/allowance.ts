/**
 * The token bucket that pays for requests beyond one per keystroke. It fills by a share per keystroke
 * that asks a model, so an outage or fast typing cannot double the load.
 */
export interface Allowance {
  /** Whole requests that can be paid now. */
  affordable(): number;
  /** Credits one keystroke. */
  credit(extraRequestsPerKeystroke: number): void;
  spend(requests: number): void;
}

/** What may be saved up: a burst of ten when a server falls into a slow spell. */
const CAPACITY = 10;

export function createAllowance(): Allowance {
  let tokens = 0;
  return {
    affordable: () => Math.floor(tokens),
    credit: (extraRequestsPerKeystroke) => {
      tokens = Math.min(CAPACITY, tokens + extraRequestsPerKeystroke);
    },
    spend: (requests) => {
      tokens = Math.max(0, tokens - requests);
    },
  };
}
