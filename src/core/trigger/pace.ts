/** A server as far as it decides how soon it may be asked again. */
export interface PacedServer {
  /** One bucket, one line of requests. */
  readonly key: string;
  /** Paid by the request or limited in requests: hosted models. */
  readonly metered: boolean;
  /** Usual time to its first line, ms; null before the first. */
  readonly usualMs: number | null;
}

/**
 * How long to wait before a server is asked, so that keys that follow at once cost no request each. An
 * idle server of one's own is asked at once. One that is still at work on a request that was outrun
 * is asked when it is likely to be free, or when the next key would have come. A metered one is asked
 * at once while its bucket is at least half full; below, the wait grows towards the typist's own gap
 * between keys, and an empty bucket is waited for. There is no fixed pause.
 */
export interface Pace {
  /** A key, monotonic ms; the same one may be told more than once. */
  typed(atMs: number): void;
  sent(server: PacedServer, atMs: number): void;
  /** A request ended: by itself, or because it was outrun, after which the server may go on for a while. */
  ended(server: PacedServer, dispatchedAtMs: number, outrun: boolean): void;
  delayMs(server: PacedServer, nowMs: number): number;
  /** A pause this long is none of the rhythm any more: the hands rest. */
  restMs(): number;
}

/**
 * 20 requests at once and 1.5 a second after that: a burst of typing fits, and an hour of it stays
 * below 90 requests a minute. Hosted completion endpoints start at about 60 a minute.
 */
const BUCKET = { requests: 20, perSecond: 1.5 };
/** Before ten gaps are known: the mean of 136 million keystrokes is 239 ms, of quick typists 130. */
const USUAL_GAP_MS = 150;
const GAPS_KEPT = 15;
/** A longer pause is for thinking, and says nothing of the rhythm. */
const MAX_GAP_MS = 600;

/** In a rhythm whose gaps spread as usual (their logarithm by 0.4), one gap in 300 is this many times the middle one. */
const RESTING_GAPS = 3;

interface Bucket {
  requests: number;
  atMs: number;
}

export function createPace(): Pace {
  const buckets = new Map<string, Bucket>();
  const busyUntilMs = new Map<string, number>();
  const gapsMs: number[] = [];
  let lastKeyAtMs: number | null = null;

  const gapMs = (): number => {
    if (gapsMs.length < GAPS_KEPT - 5) return USUAL_GAP_MS;
    const sorted = gapsMs.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? USUAL_GAP_MS;
  };
  const bucketOf = (key: string, nowMs: number): Bucket => {
    const found = buckets.get(key) ?? { requests: BUCKET.requests, atMs: nowMs };
    buckets.set(key, found);
    const filled = found.requests + (Math.max(0, nowMs - found.atMs) / 1000) * BUCKET.perSecond;
    found.requests = Math.min(BUCKET.requests, filled);
    found.atMs = nowMs;
    return found;
  };

  return {
    typed(atMs) {
      const gap = lastKeyAtMs === null ? 0 : atMs - lastKeyAtMs;
      lastKeyAtMs = Math.max(lastKeyAtMs ?? atMs, atMs);
      if (gap <= 0 || gap > MAX_GAP_MS) return;
      gapsMs.push(gap);
      if (gapsMs.length > GAPS_KEPT) gapsMs.shift();
    },
    sent({ key, metered }, atMs) {
      if (metered) bucketOf(key, atMs).requests -= 1;
    },
    ended({ key, metered, usualMs }, dispatchedAtMs, outrun) {
      if (metered) return;
      if (outrun && usualMs !== null) busyUntilMs.set(key, dispatchedAtMs + usualMs);
      else busyUntilMs.delete(key);
    },
    delayMs({ key, metered }, nowMs) {
      if (!metered) {
        const leftMs = (busyUntilMs.get(key) ?? nowMs) - nowMs;
        return Math.max(0, Math.min(leftMs, gapMs()));
      }
      const { requests } = bucketOf(key, nowMs);
      const fill = Math.max(0, requests) / BUCKET.requests;
      const rhythmMs = fill >= 0.5 ? 0 : gapMs() * (1 - 2 * fill);
      // Half of all gaps are longer than the usual one: an empty bucket has to be filled first.
      const refillMs = requests >= 1 ? 0 : ((1 - requests) / BUCKET.perSecond) * 1000;
      return Math.max(rhythmMs, refillMs);
    },
    restMs: () => RESTING_GAPS * gapMs(),
  };
}
