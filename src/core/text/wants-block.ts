import type { CompletionRequest } from '../request.ts';
import { commentAt } from './code-brackets.ts';
import { commentMark } from './comment-mark.ts';
import { indentWidth } from './indentation.ts';
import { isProse } from './is-prose.ts';
import { withLineFeeds } from './line-feeds.ts';
import { openQuote } from './open-quote.ts';
import { opensBlock } from './opens-block.ts';

/**
 * Whether a block of several lines may be offered at the cursor, or only the rest of its line. It is
 * read off the lines around the cursor, in any language:
 *
 * 1. Where something follows on the line, never: further lines would tear it apart.
 * 2. On a blank line, always, in a comment or a string as well.
 * 3. After the mark of a comment that goes on from the line above: the rest of the comment.
 * 4. After a line of code that opens a block (a bracket, `:`, `=>`, `=`, `then`, `do`, a tag…), unless
 *    the line below is already deeper: then the block is there. Not in a string or a comment, whose
 *    marks open nothing, and not in prose.
 * 5. Elsewhere the rest of the line.
 *
 * After an opener the answer decides: what it says on the cursor's line may end there.
 */
export function wantsBlock(
  request: Pick<CompletionRequest, 'prefix' | 'suffix' | 'languageId'>,
): boolean {
  const [lineSuffix = '', ...below] = withLineFeeds(request.suffix).split('\n');
  if (lineSuffix.trim() !== '') return false;
  const prefix = withLineFeeds(request.prefix);
  const above = prefix.split('\n');
  const line = above.at(-1) ?? '';
  if (line.trim() === '' || commentMark(above) !== '') return true;
  if (isProse(request.languageId) || !opensBlock(line)) return false;
  const next = below.find((text) => text.trim() !== '') ?? '';
  if (indentWidth(next) > indentWidth(line)) return false;
  return openQuote(line) === '' && commentAt(line) === line.length && !isInLongText(prefix);
}

const COMMENT_OPENER = /(?:^|[\s;{}(),])\/\*/g;

/** Inside a block comment, or a string in three quotes, that began on an earlier line. */
function isInLongText(prefix: string): boolean {
  const openedAt = [...prefix.matchAll(COMMENT_OPENER)].at(-1)?.index;
  if (openedAt !== undefined && !prefix.includes('*/', openedAt + 2)) return true;
  return ['"""', "'''"].some((quotes) => prefix.split(quotes).length % 2 === 0);
}
