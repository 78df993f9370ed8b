import * as v from 'valibot';
import { INVISIBLE } from './invisible.ts';

/**
 * Valibot schemas for single settings. Each carries one message, and that message is its expectation
 * in words ("a whole number from 50 to 10000"), so that any way of being wrong makes the same
 * sentence: "… must be {expectation}".
 */
interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

function inWords({ minimum, maximum }: Range): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function ranged(noun: string, range: Range, whole: boolean) {
  const expected = noun + inWords(range);
  return v.pipe(
    v.number(expected),
    v.finite(expected),
    v.check((value) => !whole || Number.isSafeInteger(value), expected),
    v.minValue(range.minimum ?? -Number.MAX_VALUE, expected),
    v.maxValue(range.maximum ?? Number.MAX_VALUE, expected),
  );
}

/** A finite number within the inclusive range of a settings-table schema. */
export const numberIn = (range: Range) => ranged('a number', range, false);

/** A whole number within the inclusive range of a settings-table schema. */
export const wholeIn = (range: Range) => ranged('a whole number', range, true);

/** `true` or `false`. */
export const truth = () => v.boolean('true or false');

/** One of the given words, spelled exactly. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  const quoted = words.map((word) => `"${word}"`);
  return v.picklist(words, `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`);
}

/** Visible text on one line: a name or an id, without spaces at its ends. */
export function line(maxChars: number) {
  const expected = `visible text on one line, 1 to ${maxChars} characters`;
  return v.pipe(
    v.string(expected),
    v.minLength(1, expected),
    v.maxLength(maxChars, expected),
    v.check((text) => text === text.trim() && !INVISIBLE.test(text), expected),
  );
}
