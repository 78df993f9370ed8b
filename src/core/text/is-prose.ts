const PROSE = new Set([
  'asciidoc',
  'chatagent',
  'git-commit',
  'instructions',
  'latex',
  'markdown',
  'mdx',
  'plaintext',
  'prompt',
  'quarto',
  'restructuredtext',
  'rmd',
  'tex',
]);

/** Languages in which brackets need not match and a Markdown fence may be part of the text. */
export function isProse(languageId: string): boolean {
  return PROSE.has(languageId);
}
