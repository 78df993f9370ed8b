/** The editor's language ids that are not their own name in lower case. */
const NAMES: Readonly<Record<string, string>> = {
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  javascriptreact: 'JavaScript JSX',
  json: 'JSON',
  jsonc: 'JSON',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  php: 'PHP',
  plaintext: 'Plain text',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  shellscript: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  typescript: 'TypeScript',
  typescriptreact: 'TypeScript JSX',
  yaml: 'YAML',
};

/** A language id as people write it; an unknown id stays as it is. */
export function languageName(id: string): string {
  return Object.hasOwn(NAMES, id) ? (NAMES[id] ?? id) : id;
}
