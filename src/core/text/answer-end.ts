import { block, MAX_BLOCK_LINES } from './block.ts';
import { closesBlock, mayCloseBlock } from './closes-block.ts';
import { indentWidth } from './indentation.ts';
import { createLineLoop, isTokenLoop } from './loop.ts';
import { repeatsBelow } from './repeats-below.ts';
import type { Surroundings } from './surroundings.ts';
import { MAX_ANSWER_CHARS } from './usable.ts';

/**
 * Statements behind the shown text that are kept for after its acceptance. About three in ten shown
 * texts are taken, so the fourth statement would be of use once in a hundred times.
 */
const STATEMENTS_AHEAD = 3;

/**
 * Where an answer ends of which nothing more can be of use, or null while it may go on. Its request
 * ends there, whatever the model would still say.
 *
 * What is shown must be complete. Behind it, the answer goes on while it stays in the block of the
 * cursor's line, for three statements with all that is deeper, and at most twenty lines beyond what is
 * shown: that is offered at once after acceptance. It ends before the first line that leaves the block,
 * that stands below the cursor anyway, or that begins a loop, at two blank lines, and at the end of
 * the line where something follows the cursor on it. The indentation of a line tells before its end.
 */
export function answerEnd(text: string, around: Surroundings): number | null {
  if (around.lineSuffix.trim() !== '') {
    const breakAt = text.indexOf('\n');
    return breakAt >= 0 ? breakAt : tooLong(text, 0);
  }
  const lines = text.split('\n');
  const known = lines.length - 1;
  const shown = shownLines(lines, known, around);
  const base = indentWidth(around.indent);
  const loop = createLineLoop();
  let start = 0;
  let statements = 0;
  let written = false;
  for (const [index, line] of lines.entries()) {
    const isWhole = index < known;
    const isBehind = shown !== null && index >= shown;
    if (line.trim() === '') {
      const isSecond = index > 0 && (lines[index - 1] ?? '').trim() === '';
      if (isWhole && written && isSecond) return start;
      if (isWhole) loop.add(line);
    } else {
      const isFirst = !written;
      written = true;
      if (isTokenLoop(line)) return isFirst ? text.length : start;
      if (index > 0 && leaves(line, isWhole, base)) {
        const closes = closesBlock(line.trim());
        return closes && !isBehind ? start + line.length : start;
      }
      if (isBehind && indentWidth(line) <= base && !/^[)\]}]/.test(line.trim())) {
        statements += 1;
        if (statements > STATEMENTS_AHEAD) return start;
      }
      if (shown !== null && index >= shown + MAX_BLOCK_LINES) return start;
      if (isWhole) {
        const whole = index === 0 ? around.linePrefix + line : line;
        const comparison = { line: whole, lines, index, known, first: isFirst, finished: false };
        // Of an answer that is a repetition from its beginning so much is kept that it tells.
        if (repeatsBelow(comparison, around.below) === 'yes') return isFirst ? text.length : start;
        const { found, from } = loop.add(whole);
        if (found) return lines.slice(0, from).join('\n').length;
      }
    }
    start += line.length + 1;
  }
  return tooLong(text, text.lastIndexOf('\n') + 1);
}

/** How many lines are shown once nothing more can come to them; null until then. */
function shownLines(lines: readonly string[], known: number, around: Surroundings): number | null {
  if (around.multiline) {
    const cut = block(lines, known, false, around);
    return cut.complete ? cut.lines : null;
  }
  const at = lines.findIndex((line) => line.trim() !== '');
  return at >= 0 && at < known ? at + 1 : null;
}

/** A line that may still become a closer is waited for. */
function leaves(line: string, isWhole: boolean, base: number): boolean {
  return indentWidth(line) < base && (isWhole || !mayCloseBlock(line.trim()));
}

function tooLong(text: string, end: number): number | null {
  return text.length > MAX_ANSWER_CHARS ? end : null;
}
