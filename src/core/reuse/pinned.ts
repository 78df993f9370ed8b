import { suffixOverlap } from '../text/suffix-overlap.ts';
import { type Anchor, goesThrough, type Position, typedSince } from './agreement.ts';

/** The text on screen. It never changes under the writer's cursor; it only gets shorter as it is typed. */
export interface Pinned {
  readonly anchor: Anchor;
  readonly text: string;
  readonly modelId: string;
  /** The race that started the request which said the text. */
  readonly sourceRaceId: string;
  readonly confidence: number | null;
}

export interface PinnedRest {
  readonly text: string;
  readonly replaceAfter: number;
}

/** What is left to write of the shown text; null when it was typed to its end or typed against. */
export function restOfPinned(pinned: Pinned, position: Position): PinnedRest | null {
  if (!goesThrough(pinned, position)) return null;
  const typed = typedSince(pinned.anchor, position);
  if (typed === null) return null;
  const text = pinned.text.slice(typed.length);
  if (text.trim() === '') return null;
  const { prefix, suffix } = position;
  const lineStart = Math.max(prefix.lastIndexOf('\n'), prefix.lastIndexOf('\r')) + 1;
  const lineSuffix = suffix.slice(0, suffix.search(/[\r\n]|$/));
  // What is replaced occurs in the whole text too, if more of it stays than would be offered anew.
  const { replaceAfter } = suffixOverlap(text, lineSuffix, prefix.slice(lineStart));
  return { text, replaceAfter };
}
