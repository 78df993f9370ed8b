import type { CompletionRequest } from '../request.ts';
import { suffixOverlap } from '../text/suffix-overlap.ts';
import { surroundings } from '../text/surroundings.ts';
import { type Anchor, compare, type Position, typedSince } from './agreement.ts';

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
export function restOfPinned(
  pinned: Pinned,
  position: Position,
  request: Pick<CompletionRequest, 'prefix' | 'suffix' | 'multiline'>,
): PinnedRest | null {
  const typed = typedSince(pinned.anchor, position);
  if (typed === null || compare(pinned.text, typed, true) !== 'agrees') return null;
  const text = pinned.text.slice(typed.length);
  if (text.trim() === '') return null;
  const { lineSuffix, linePrefix } = surroundings(request);
  // What is replaced occurs in the whole text too, if more of it stays than would be offered anew.
  return { text, replaceAfter: suffixOverlap(text, lineSuffix, linePrefix).replaceAfter };
}
