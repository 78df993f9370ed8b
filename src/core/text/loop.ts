/** The longest group of lines whose repetition is looked for. */
const MAX_PERIOD_LINES = 4;
/** Twice may be meant, as with rows of a table; with the third copy the model has lost the thread. */
const COPIES = 3;
/** Sixteen bytes in hexadecimal take 96 characters, a line of a style guide is no longer. */
const MIN_RUN_CHARS = 100;
const MAX_UNIT_CHARS = 32;

export interface LineLoop {
  /** Whether the lines so far end in a loop. */
  readonly found: boolean;
  /** The first line that repeats an earlier one; the number of lines when the last one does not. */
  readonly from: number;
}

/**
 * Whether lines end in the same line or the same few lines over and over. Fed line by line, because
 * each only needs to be compared with the four before it.
 */
export function createLineLoop(): { add(line: string): LineLoop } {
  const lines: string[] = [];
  const runs = Array.from({ length: MAX_PERIOD_LINES + 1 }, () => 0);
  return {
    add(line) {
      lines.push(line.trimEnd());
      const last = lines.length - 1;
      let found = false;
      let from = lines.length;
      for (let period = 1; period <= MAX_PERIOD_LINES; period += 1) {
        const run = lines[last] === lines[last - period] ? (runs[period] ?? 0) + 1 : 0;
        runs[period] = run;
        const start = lines.length - run;
        // Blank lines and closers come back in all code.
        if (run === 0 || !lines.slice(start - period, start).some(hasWord)) continue;
        from = Math.min(from, start);
        if (run >= period * (COPIES - 1)) found = true;
      }
      return { found, from };
    },
  };
}

function hasWord(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** Whether one line says the same few characters again and again, as a model in a loop of tokens does. */
export function isTokenLoop(line: string): boolean {
  if (line.length < MIN_RUN_CHARS) return false;
  for (let unit = 1; unit <= MAX_UNIT_CHARS; unit += 1) {
    let run = unit;
    for (let at = unit; at < line.length; at += 1) {
      run = line.charCodeAt(at) === line.charCodeAt(at - unit) ? run + 1 : unit;
      if (run >= MIN_RUN_CHARS) return true;
    }
  }
  return false;
}
