import { INVISIBLE } from '../../core/invisible.ts';

const MAX_CHARS = 80;
const HIDDEN = new RegExp(INVISIBLE, 'gu');

/**
 * Text from settings, servers or the machine as a Markdown code span, where nothing in it is markup, a
 * link or the mention of a person. It stays on its line; what could hide or reorder text is shown as U+FFFD.
 */
export function codeSpan(text: string): string {
  const shown = text.replace(/\s+/g, ' ').trim().replace(HIDDEN, '\uFFFD');
  const points = [...shown];
  const cut = points.length > MAX_CHARS ? `${points.slice(0, MAX_CHARS - 1).join('')}…` : shown;
  if (cut === '') return '–';
  // CommonMark: a fence longer than any run of backticks within; a space keeps it off those at the ends.
  const longest = Math.max(0, ...Array.from(cut.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return fence + pad + cut + pad + fence;
}
