import { createCurve } from '../../src/core/race/curve.ts';
import type { LaneRecord } from '../../src/core/record.ts';
import { seededRandom } from '../../src/core/seeded-random.ts';
import { lane } from './records.ts';

/** How a server writes one answer, and what its way to us does to it. */
export interface Writing {
  readonly tokens: number;
  /** The time that the token at a position takes after the one before, in ms. */
  readonly msAt: (position: number) => number;
  readonly seed?: number;
  /** Each token takes up to so much more or less, as a share of its time. */
  readonly jitter?: number;
  /** Tokens in one piece, for example of speculative decoding: a number, or one drawn per piece. */
  readonly perPiece?: number | ((random: () => number) => number);
  /** A gateway that hands on what it has every so many ms, and the rest at the end. */
  readonly flushEveryMs?: number;
  /** One standstill before a token. */
  readonly stall?: { readonly atToken: number; readonly ms: number };
  /** The server counts along in the stream. */
  readonly counts?: boolean;
  readonly firstTokenMs?: number;
  readonly changes?: Partial<LaneRecord>;
}

/** The record of an answer that is written like this, sent off at 0 ms. Its tokens are 3 to 5 characters long. */
export function streamedLane(writing: Writing): LaneRecord {
  const { tokens, msAt, jitter = 0, perPiece = 1, firstTokenMs = 100, stall } = writing;
  const random = seededRandom(writing.seed ?? 1);
  const curve = createCurve();
  const marks: number[] = [];
  let writtenMs = firstTokenMs;
  let chars = 0;
  let inPiece = 0;
  let pieceChars = 0;
  const drawn = () => (typeof perPiece === 'number' ? perPiece : perPiece(random));
  let size = drawn();
  const ready: { ms: number; chars: number; tokens: number }[] = [];
  for (let token = 0; token < tokens; token++) {
    if (token > 0) writtenMs += msAt(token) * (1 + jitter * (2 * random() - 1));
    if (token === stall?.atToken) writtenMs += stall.ms;
    const length = 3 + Math.floor(random() * 3);
    chars += length;
    pieceChars += length;
    inPiece += 1;
    if (inPiece < size && token < tokens - 1) continue;
    ready.push({ ms: writtenMs, chars: pieceChars, tokens: token + 1 });
    [inPiece, pieceChars, size] = [0, 0, drawn()];
  }
  const every = writing.flushEveryMs;
  const phase = random();
  for (const piece of ready) {
    const flushMs =
      every === undefined ? piece.ms : (Math.ceil(piece.ms / every - phase) + phase) * every;
    const ms = Math.min(flushMs, writtenMs);
    marks.push(ms);
    curve.add(ms, piece.chars, writing.counts === true ? piece.tokens : null);
  }
  const [first = 0] = marks;
  return lane({
    dispatchedMs: 0,
    firstChunkMs: first,
    firstTokenMs: first,
    firstLineMs: first,
    lastTokenMs: writtenMs,
    endMs: writtenMs,
    chars,
    pieces: curve.pieces,
    curve: curve.points(),
    usage: { promptTokens: 900, cachedTokens: 0, completionTokens: tokens },
    ...writing.changes,
  });
}
