/** The lines before the cursor, by their numbers in the document. */
export interface LinesAbove {
  /** The first line there is text of. */
  readonly firstLine: number;
  readonly cursorLine: number;
  /** Where a line starts, in the units of `offset`. */
  lineStart(line: number): number;
}

export interface WindowStart {
  readonly offset: number;
  readonly line: number;
}

/**
 * A window starts on a multiple of these many lines, the largest that fits, so that coming back to a
 * place finds the same first token, and with it the server's KV cache of everything before.
 */
const STEPS = [64, 16, 4, 1] as const;
/** A window that must move leaves a quarter of room to write in, and keeps at least half of the limit. */
const LARGEST = 3 / 4;
const SMALLEST = 1 / 2;
/** Below this share of the limit more is to be seen above the cursor, and a kept start is given up. */
const TOO_LITTLE = 1 / 4;

/**
 * Where a window of at most `limit` characters before `offset` starts. A start that was kept holds until
 * the window would grow beyond the limit or shrink to a quarter of it: between the two nothing moves,
 * so deleting and writing again at an edge does not make the first token flip back and forth.
 */
export function windowStart(
  offset: number,
  limit: number,
  lines: LinesAbove,
  keptLine: number | null = null,
): WindowStart {
  const { firstLine, cursorLine } = lines;
  const length = (line: number): number => offset - lines.lineStart(line);
  if (keptLine !== null && keptLine >= firstLine && keptLine <= cursorLine) {
    const kept = length(keptLine);
    if (kept <= limit && (keptLine === 0 || kept >= limit * TOO_LITTLE)) {
      return { offset: offset - kept, line: keptLine };
    }
  }
  if (length(firstLine) <= limit) return { offset: lines.lineStart(firstLine), line: firstLine };
  for (const step of STEPS) {
    const line = earliest(step, limit * LARGEST);
    if (line !== null && (step === 1 || length(line) >= limit * SMALLEST)) {
      return { offset: lines.lineStart(line), line };
    }
  }
  // One endless line: cut in steps of a quarter, counted from where the text is known to begin.
  const known = lines.lineStart(firstLine);
  const quarter = Math.max(1, Math.floor(limit / 4));
  const cut = known + Math.ceil((offset - limit - known) / quarter) * quarter;
  return { offset: Math.min(offset, cut), line: cursorLine };

  /** The first line with a number that is a multiple of `step` and at most `room` before the cursor. */
  function earliest(step: number, room: number): number | null {
    let found: number | null = null;
    const last = cursorLine - (cursorLine % step);
    for (let line = last; line >= firstLine && length(line) <= room; line -= step) found = line;
    return found;
  }
}
