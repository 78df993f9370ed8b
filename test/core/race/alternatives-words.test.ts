import { expect, test } from 'vitest';
import { alternativesWords } from '../../../src/core/race/alternatives-words.ts';
import type { Answer } from '../../../src/core/race/answer.ts';

const answer = (
  modelId: string,
  ttftMs: number | null,
  others: readonly Answer[] = [],
): Answer => ({
  raceId: 'r',
  sourceRaceId: 'r',
  modelId,
  text: modelId,
  replaceAfter: 0,
  source: 'race',
  confidence: null,
  ttftMs,
  others,
});

test('alternatives are named in their order, each with its TTFT', () => {
  const others = [answer('slow', 412.4), answer('built-in', 0.3)];
  expect(alternativesWords(answer('fast', 119.6, others))).toBe(
    '1 fast 120 ms  ·  2 slow 412 ms  ·  3 built-in 0 ms',
  );
  expect(alternativesWords(answer('fast', null, [answer('slow', 400)]))).toBe(
    '1 fast known already  ·  2 slow 400 ms',
  );
});

test('one answer is no choice', () => {
  expect(alternativesWords(answer('fast', 120))).toBeNull();
});
