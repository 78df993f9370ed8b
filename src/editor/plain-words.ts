/**
 * Names come from settings, sentences from servers and file names from anywhere: where the editor would
 * draw codicon syntax in them, or make `[a](command:b)` a link that runs a command, it is broken up by a
 * character that nobody sees.
 */
export function plainWords(text: string): string {
  return text.replace(/\$\(/g, '$\u200b(').replace(/\]\(/g, ']\u200b(');
}
