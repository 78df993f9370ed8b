import { OPAQUE } from './vocabulary.ts';

/**
 * The longest context that is compared, in tokens. Perplexity stops gaining at 6; whole lines do not:
 * in the commit replay of test/eval, 10, 16 and 32 save 8.1, 8.6 and 8.9 % of the characters.
 */
export const MAX_CONTEXT = 32;

/** Context lengths that have a hash chain, longest first. */
const ORDERS = [6, 3, 1] as const;
/** Entries of the table of chain heads per order. A power of two; order 1 needs one per distinct word. */
const HEADS = [1 << 19, 1 << 19, 1 << 17] as const;
/** Hits taken and entries looked at per chain: the cost of one token stays flat as the workspace grows. */
const MAX_HITS = 64;
const MAX_STEPS = 256;
/** Tokens that the tail passes per token added, once room is getting short. */
const SWEEP_FACTOR = 8;
const FIRST_CAPACITY = 1 << 16;
/** Bytes that one token occupies: itself, its document, and one link per chain. */
const BYTES_PER_TOKEN = 4 + 4 + 4 * ORDERS.length;

/** A run of tokens that was learned together. `end` is exclusive; both move when the run is moved. */
export interface Run {
  readonly family: number;
  readonly directory: number;
  start: number;
  end: number;
  live: boolean;
}

/** Called for each place whose preceding tokens match the context: what came next, and how much matched. */
type Visit = (token: number, matched: number, run: Run) => void;

export interface ChainIndex {
  /** Learns `tokens` as one run. */
  append(tokens: ArrayLike<number>, family: number, directory: number): Run;
  /** Forgets a run; its room is reused later. */
  retire(run: Run): void;
  /** The token at an absolute position inside a live run. */
  at(position: number): number;
  /**
   * Visits what followed the last tokens of `context` within the family, most recent first. Places in
   * `[skipStart, skipEnd)` are left out.
   */
  collect(
    context: readonly number[],
    family: number,
    skipStart: number,
    skipEnd: number,
    visit: Visit,
  ): void;
  liveTokens(): number;
  bytes(): number;
}

/**
 * All tokens of all documents in one ring, with deflate-style hash chains: per order a table of heads
 * and a link per token to the previous place with the same hash. Positions grow without end and are
 * reduced modulo the capacity, so a link below the tail is known to be gone and ends its chain.
 *
 * A retired run leaves a hole. When room is needed the tail moves forward: over holes for free, and
 * live runs are copied to the head. Every append does a share of that, so compaction is spread over
 * the edits that cause it and no keystroke waits for a rebuild of the whole index.
 */
export function createChainIndex(options: {
  /** Live tokens that `append` may be asked to hold; the ring has a third more room for holes. */
  readonly maxTokens: number;
  /** Positions are renumbered past this one; small in tests. */
  readonly maxPosition?: number;
}): ChainIndex {
  const maxCapacity = Math.ceil((options.maxTokens * 4) / 3) + 1024;
  const maxPosition = options.maxPosition ?? 2 ** 30;
  let capacity = Math.min(FIRST_CAPACITY, maxCapacity);
  let tokens = new Int32Array(capacity);
  let owners = new Int32Array(capacity);
  let links = ORDERS.map(() => new Int32Array(capacity));
  const heads = HEADS.map((size) => new Int32Array(size));
  /** Runs by owner number; a number is reused once the tail has passed its run. */
  const runs: (Run | undefined)[] = [];
  const freeOwners: number[] = [];
  /** Owner numbers in the order of their runs on the ring, from `firstOwner` on. */
  let queue: number[] = [];
  let firstOwner = 0;
  // Position 0 is never used: a zero in heads or links means "none".
  let tail = 1;
  let head = 1;
  let live = 0;

  function resize(next: number): void {
    const moved = (from: Int32Array<ArrayBuffer>) => {
      const to = new Int32Array(next);
      // Stretches that wrap in neither ring; a loop over the tokens would be a pause that one feels.
      for (let p = tail; p < head; ) {
        const length = Math.min(head - p, capacity - (p % capacity), next - (p % next));
        to.set(from.subarray(p % capacity, (p % capacity) + length), p % next);
        p += length;
      }
      return to;
    };
    tokens = moved(tokens);
    owners = moved(owners);
    links = links.map(moved);
    capacity = next;
  }

  /** Frees the oldest run's room and returns its size; a live run is copied to the head. */
  function advanceTail(): number {
    const owner = queue[firstOwner++];
    if (owner === undefined) return 0;
    if (firstOwner > 1024 && firstOwner * 2 > queue.length) {
      queue = queue.slice(firstOwner);
      firstOwner = 0;
    }
    const run = runs[owner];
    if (run === undefined) return 0;
    const { start, end } = run;
    // The copy may overwrite the original only behind its own reading, which `tail = end` below allows.
    const copy = run.live
      ? Int32Array.from({ length: end - start }, (_, i) => at(start + i))
      : null;
    tail = end;
    runs[owner] = undefined;
    freeOwners.push(owner);
    if (copy !== null) write(copy, run);
    return end - start;
  }

  function makeRoom(count: number): void {
    while (head - tail + count > capacity) {
      const wanted = Math.ceil(((live + count) * 4) / 3);
      // Past the agreed maximum it still grows rather than turn the ring for room that is not there.
      if (live + count > capacity || (wanted > capacity && capacity < maxCapacity)) {
        resize(Math.max(wanted, Math.min(maxCapacity, capacity * 2)));
      } else advanceTail();
    }
  }

  /**
   * Moves the tail on by a few times what was just added when room gets short. Holes gather at the
   * head, where documents are edited, behind all that is never touched: the tail must begin its way
   * through that early enough, or the whole index would be copied in one go.
   */
  function sweep(added: number): void {
    let budget = added * SWEEP_FACTOR;
    const reserve = live / SWEEP_FACTOR + added;
    while (budget > 0 && head - tail > live && capacity - (head - tail) < reserve) {
      budget -= advanceTail();
    }
  }

  function write(source: ArrayLike<number>, run: Run): void {
    makeRoom(source.length);
    const owner = freeOwners.pop() ?? runs.length;
    runs[owner] = run;
    queue.push(owner);
    run.start = head;
    for (let i = 0; i < source.length; i++) {
      const slot = head % capacity;
      tokens[slot] = source[i] ?? 0;
      owners[slot] = owner;
      for (let o = 0; o < ORDERS.length; o++) {
        const order = ORDERS[o] ?? 1;
        if (i < order) continue;
        let hash = seed(run.family, order);
        for (let k = 1; k <= order; k++) hash = mix(hash, (source[i - k] ?? 0) >> 1);
        const table = heads[o] as Int32Array;
        const bucket = hash & (table.length - 1);
        (links[o] as Int32Array)[slot] = table[bucket] ?? 0;
        table[bucket] = head;
      }
      head++;
    }
    run.end = head;
  }

  /** Keeps positions far from the end of 32 bits by whole turns of the ring. */
  function renumber(): void {
    const shift = Math.floor((tail - 1) / capacity) * capacity;
    for (const table of [...heads, ...links]) {
      for (let i = 0; i < table.length; i++) table[i] = Math.max(0, (table[i] ?? 0) - shift);
    }
    for (const run of runs) {
      if (run === undefined) continue;
      run.start -= shift;
      run.end -= shift;
    }
    tail -= shift;
    head -= shift;
  }

  function at(position: number): number {
    return tokens[position % capacity] ?? 0;
  }

  return {
    append(source, family, directory) {
      if (head > maxPosition) renumber();
      const run: Run = { family, directory, start: head, end: head, live: true };
      write(source, run);
      live += source.length;
      sweep(source.length);
      return run;
    },
    retire(run) {
      if (!run.live) return;
      run.live = false;
      live -= run.end - run.start;
    },
    at,
    collect(context, family, skipStart, skipEnd, visit) {
      const known = Math.min(MAX_CONTEXT, context.length);
      const last = context.length - 1;
      // Places that matched this much were visited in the chain of the order above.
      let visited = MAX_CONTEXT + 1;
      for (let o = 0; o < ORDERS.length; o++) {
        const order = ORDERS[o] ?? 1;
        if (order > known) continue;
        let hash = seed(family, order);
        for (let k = 0; k < order; k++) hash = mix(hash, (context[last - k] ?? 0) >> 1);
        const table = heads[o] as Int32Array;
        const link = links[o] as Int32Array;
        let position = table[hash & (table.length - 1)] ?? 0;
        let hits = 0;
        for (let steps = 0; position >= tail && steps < MAX_STEPS && hits < MAX_HITS; steps++) {
          const slot = position % capacity;
          const run = runs[owners[slot] ?? 0];
          if (
            run?.live === true &&
            run.family === family &&
            !(position >= skipStart && position < skipEnd)
          ) {
            const most = Math.min(known, position - run.start);
            let matched = 0;
            let back = slot;
            while (matched < most) {
              back = back === 0 ? capacity - 1 : back - 1;
              const lexeme = (tokens[back] ?? 0) >> 1;
              if (lexeme !== (context[last - matched] ?? 0) >> 1 || lexeme === OPAQUE) break;
              matched++;
            }
            if (matched >= order && matched < visited) {
              visit(tokens[slot] ?? 0, matched, run);
              hits++;
            }
          }
          position = link[slot] ?? 0;
        }
        visited = order;
      }
    },
    liveTokens: () => live,
    bytes: () => capacity * BYTES_PER_TOKEN + HEADS.reduce((sum, size) => sum + size * 4, 0),
  };
}

function seed(family: number, order: number): number {
  return Math.imul(family * 31 + order, 0x9e3779b1);
}

/** Multiply and fold: the low bits, which pick the bucket, depend on every lexeme. */
function mix(hash: number, lexeme: number): number {
  const mixed = Math.imul(hash ^ lexeme, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
