import type { CompletionRequest } from '../../src/core/request.ts';

/** One line that was really written, and what stood around it at that moment. */
export interface EvalLine {
  readonly uri: string;
  readonly path: string;
  readonly above: string;
  readonly line: string;
  readonly below: string;
}

/** What the editor would send: about the windows that the prompt builder cuts. */
const PREFIX_CHARS = 6_000;
const SUFFIX_CHARS = 1_600;

/** The request of a cursor at `column` of the line, nothing being typed after it yet. */
export function requestAt(line: EvalLine, column: number): CompletionRequest {
  const above = line.above.slice(-PREFIX_CHARS);
  const whole = above.length === line.above.length;
  return {
    documentUri: line.uri,
    languageId: '',
    path: line.path,
    prefix: (whole ? above : above.slice(above.indexOf('\n') + 1)) + line.line.slice(0, column),
    suffix: `\n${line.below.slice(0, SUFFIX_CHARS)}`,
    trigger: 'automatic',
    multiline: false,
    keystrokeAtMs: 0,
  };
}

/** A column to complete from: three in ten at the first character, the rest anywhere inside the line. */
export function sampleColumn(line: string, random: () => number): number {
  const indent = line.length - line.trimStart().length;
  const end = line.trimEnd().length;
  if (random() < 0.3 || end - indent < 2) return indent;
  return indent + 1 + Math.floor(random() * (end - indent - 1));
}

/** Lines worth completing: not blank, not a lone bracket, not data. */
export function isWorthwhile(line: string): boolean {
  const text = line.trim();
  return text.length >= 4 && text.length <= 200 && /\w/.test(text);
}

/**
 * Whether all of the offered text is what was written next. Ending inside a word that was written
 * longer is wrong: nobody takes `foo` on the way to `fooBar`.
 */
export function isRight(text: string, truth: string): boolean {
  if (!truth.startsWith(text)) return false;
  return !(/[\w$]$/.test(text) && /^[\w$]/.test(truth.slice(text.length)));
}
