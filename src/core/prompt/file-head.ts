/** What an imported file gives: half of the imports' share in a prompt of the default size. */
const MAX_HEAD_CHARS = 500;

const IMPORT =
  /^(?:import\b|from\s+\S+\s+import\b|export\s.*\bfrom\s|#\s*(?:include|pragma)\b|use\s|package\s|using\s|require|\/\/|\/\*|\*|#!|["']use )/;

/**
 * The beginning of an imported file, where declarations stand, after its own imports and first comments.
 * Whole lines; empty when there is none that fits.
 */
export function fileHead(text: string, maxChars: number = MAX_HEAD_CHARS): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  let first = 0;
  let open = false;
  for (; first < lines.length; first += 1) {
    const line = (lines[first] ?? '').trim();
    if (open) {
      open = !/^[)}]|\*\/$|from\s+["']/.test(line);
      continue;
    }
    if (line !== '' && !IMPORT.test(line)) break;
    // An import or a comment that goes on over the next lines.
    open = /^(?:import|from|export)\b.*[({]\s*$/.test(line) || /^\/\*(?!.*\*\/)/.test(line);
  }
  let head = '';
  for (const line of lines.slice(first)) {
    if (head.length + line.length + 1 > maxChars) break;
    head += `${line}\n`;
  }
  return head.trim() === '' ? '' : head;
}
