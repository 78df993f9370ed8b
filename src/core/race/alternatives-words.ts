import type { Answer } from './answer.ts';

/**
 * Whose the alternatives are, in the order in which the editor cycles through them, with the TTFT of
 * each; null where there is no choice. The editor itself has no place for a name beside grey text.
 */
export function alternativesWords(
  answer: Pick<Answer, 'modelId' | 'ttftMs' | 'others'>,
): string | null {
  if (answer.others.length === 0) return null;
  const named = [answer, ...answer.others].map(({ modelId, ttftMs }, index) => {
    const time = ttftMs === null ? 'known already' : `${Math.round(ttftMs)} ms`;
    return `${index + 1} ${modelId} ${time}`;
  });
  return named.join('  ·  ');
}
