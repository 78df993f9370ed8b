import type { Prediction } from '../../src/core/predictor/predictor.ts';
import { isRight } from './eval-case.ts';
import { createReliability } from './reliability.ts';

/** The shares of the eagerness settings: how sure the predictor must be to speak alone. */
export const THRESHOLDS = [0.35, 0.5, 0.7] as const;

/** One position: what was offered at each threshold, and the whole guess whatever its probability. */
interface Answer {
  readonly truth: string;
  readonly offered: readonly (Prediction | null)[];
  readonly whole: string | null;
  readonly ms: number;
}

export interface Scoreboard {
  add(answer: Answer): void;
  lines(): string[];
  /** Share of positions whose whole rest of the line was guessed, whether or not it would be shown. */
  exactMatch(): number;
}

export function createScoreboard(): Scoreboard {
  const rows = THRESHOLDS.map(() => ({ shown: 0, right: 0, exact: 0, chars: 0 }));
  const reliability = createReliability();
  const times: number[] = [];
  let exact = 0;
  let chars = 0;

  return {
    add({ truth, offered, whole, ms }) {
      times.push(ms);
      chars += truth.length;
      if (whole === truth) exact++;
      for (const [i, threshold] of THRESHOLDS.entries()) {
        const prediction = offered[i] ?? null;
        const row = rows[i];
        if (row === undefined || prediction === null) continue;
        const right = isRight(prediction.text, truth);
        // The first threshold also shows what is held in reserve, so it covers the whole range.
        if (i === 0) reliability.add(prediction.probability, right);
        if (prediction.probability < threshold) continue;
        row.shown++;
        if (!right) continue;
        row.right++;
        row.chars += prediction.text.length;
        if (prediction.text === truth) row.exact++;
      }
    },
    lines() {
      const n = times.length;
      times.sort((a, b) => a - b);
      const at = (share: number) => (times[Math.floor((n - 1) * share)] ?? 0).toFixed(2);
      return [
        `positions ${n}, exact match ${percent(exact, n)}, predict p50 ${at(0.5)} ms p95 ${at(0.95)} ms p99 ${at(0.99)} ms`,
        ...rows.map(
          (row, i) =>
            `q >= ${THRESHOLDS[i]}: coverage ${percent(row.shown, n)}, shown text right ${percent(row.right, row.shown)}, ` +
            `to the end of the line ${percent(row.exact, row.shown)}, characters covered ${percent(row.chars, chars)}`,
        ),
        `reliability ${reliability.line()}`,
      ];
    },
    exactMatch: () => (times.length === 0 ? 0 : exact / times.length),
  };
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
