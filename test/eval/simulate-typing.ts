import type { Predictor } from '../../src/core/predictor/predictor.ts';
import { type EvalLine, isRight, requestAt } from './eval-case.ts';
import { percent } from './scoreboard.ts';

export interface TypingTally {
  /** Keys that the lines take without help, with it, and suggestions seen and taken. */
  plainKeys: number;
  keys: number;
  shown: number;
  accepted: number;
}

/**
 * Types a line as a person would who takes a suggestion when, and only when, all of it is right; the
 * Tab counts as one key. A suggestion that the next keys go along with counts as shown once.
 */
export function simulateTyping(
  line: EvalLine,
  predictor: Predictor,
  threshold: number,
  tally: TypingTally,
): void {
  const text = line.line.trimEnd();
  let column = text.length - text.trimStart().length;
  let ghost: string | null = null;
  tally.plainKeys += text.length - column;
  while (column < text.length) {
    const rest = text.slice(column);
    const prediction = predictor.predict(requestAt(line, column), threshold);
    const offer =
      prediction !== null && prediction.probability >= threshold ? prediction.text : null;
    if (offer !== null && offer !== ghost) tally.shown++;
    tally.keys++;
    if (offer !== null && isRight(offer, rest)) {
      tally.accepted++;
      column += offer.length;
      ghost = null;
    } else {
      const key = rest.charAt(0);
      ghost = offer?.startsWith(key) ? offer.slice(1) : null;
      column++;
    }
  }
}

export function typingLine(tally: TypingTally, threshold: number): string {
  const wrong = tally.shown - tally.accepted;
  return (
    `typing at q >= ${threshold}: keystrokes saved ${percent(tally.plainKeys - tally.keys, tally.plainKeys)}, ` +
    `taken ${percent(tally.accepted, tally.shown)} of ${tally.shown} shown, ` +
    `wrong ghosts per 100 keys ${((100 * wrong) / Math.max(1, tally.keys)).toFixed(1)}`
  );
}
