/**
 * `text` with what stands between `<!-- generated:name -->` and `<!-- /generated:name -->` replaced by
 * `body`. Throws a sentence when the pair is missing, doubled or the wrong way round: writing elsewhere
 * would spoil hand-written text.
 */
export function replaceRegion(text: string, name: string, body: string): string {
  const open = `<!-- generated:${name} -->`;
  const close = `<!-- /generated:${name} -->`;
  const start = text.indexOf(open);
  const end = text.indexOf(close);
  const isPair = start >= 0 && end > start;
  if (!isPair || text.lastIndexOf(open) !== start || text.lastIndexOf(close) !== end) {
    throw new Error(`The text needs exactly one ${open} and one ${close} after it.`);
  }
  return `${text.slice(0, start + open.length)}\n\n${body}\n\n${text.slice(end)}`;
}
