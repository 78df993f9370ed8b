/** Names come from settings and sentences from servers: codicon syntax in them is not drawn. */
export function withoutCodicons(text: string): string {
  return text.replace(/\$\(/g, '$\u200b(');
}
