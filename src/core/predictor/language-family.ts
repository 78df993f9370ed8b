/** Names, by editor language id and by file extension, of languages that share most of their tokens. */
const FAMILIES: readonly (readonly [string, string])[] = [
  [
    'ecmascript',
    'js jsx ts tsx mjs cjs mts cts javascript javascriptreact typescript typescriptreact',
  ],
  ['component', 'vue svelte astro'],
  ['c', 'c h cc cpp cxx hh hpp hxx ino m mm cu cuh cuda-cpp objective-c objective-cpp'],
  ['style', 'css scss less sass stylus'],
  ['markup', 'html htm xhtml xml svg handlebars php-html'],
  ['data', 'json jsonc json5 jsonl'],
  ['yaml', 'yaml yml dockercompose'],
  ['python', 'py pyi pyw python'],
  ['shell', 'sh bash zsh ksh fish shellscript'],
  ['ruby', 'rb rake gemspec ruby erb'],
  ['rust', 'rs rust'],
  ['csharp', 'cs csx csharp'],
  ['jvm', 'java kt kts kotlin scala groovy gradle'],
  ['markdown', 'md mdx markdown'],
  ['make', 'mk makefile'],
  ['perl', 'pl pm perl'],
  ['fsharp', 'fs fsi fsx fsharp'],
  ['vb', 'vb bas'],
  ['powershell', 'ps1 psm1 psd1 powershell'],
];

const byName = new Map(
  FAMILIES.flatMap(([family, names]) => names.split(' ').map((name) => [name, family] as const)),
);

/**
 * The family whose tokens a document may be completed from. The extension decides where it is known,
 * since files that no editor has opened have no language id; then the language id; then either as it
 * stands, so that a language nobody listed still learns from its own files.
 */
export function languageFamily(languageId: string, path: string): string {
  const extension = /\.([a-z0-9+]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const named = byName.get(extension) ?? byName.get(languageId);
  return named ?? (languageId !== '' && languageId !== 'plaintext' ? languageId : extension);
}
