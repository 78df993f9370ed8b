import { commentAt } from './code-brackets.ts';
import { openQuotes } from './open-quote.ts';

/** What a string begins behind. Behind anything else a quote ends one, or is an apostrophe. */
const BEFORE_STRING = /(?:^|[\s([{,=:+!?|])$/;

/**
 * Whether an answer ends in a string that it began itself on its last line. Of a back quote on a later
 * line nobody can tell: it may end a literal of several lines.
 */
export function endsInOwnQuote(text: string, linePrefix: string): boolean {
  const lineStart = text.lastIndexOf('\n') + 1;
  const before = lineStart === 0 ? linePrefix : '';
  const line = before + text.slice(lineStart);
  const end = commentAt(line);
  return openQuotes(line).some(
    (at) =>
      at >= before.length &&
      at < end &&
      BEFORE_STRING.test(line.slice(0, at)) &&
      (lineStart === 0 || line.charAt(at) !== '`'),
  );
}
