import type { Provider } from '../src/core/model.ts';
import { seededRandom } from '../src/core/seeded-random.ts';
import type { Script } from '../test/support/model-server/script.ts';

/** Tokens; some hold a character that two segments may tear apart, so that half of it is on its way for a while. */
const TOKENS = [' größe', ' naïve', ' 数値', ' total', ' +', ' price', '(a, b)'];

/**
 * What real servers do before and between their tokens, drawn anew for each request: early headers,
 * role-only chunks, comments, several tokens in a chunk, characters cut in two.
 */
export function accuracyScripts(provider: Provider, count: number, seed: number): Script[] {
  const random = seededRandom(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const whole = (low: number, high: number): number => Math.floor(between(low, high + 1));
  const sometimes = (share: number, fields: () => Script): Script =>
    random() < share ? fields() : {};
  return Array.from({ length: count }, (): Script => {
    const tokens = whole(24, 48);
    const decodeMs = between(70, 120);
    return {
      ttftMs: between(5, 40),
      tps: (1000 * tokens) / decodeMs,
      pieces: Array.from({ length: tokens }, () => TOKENS[whole(0, TOKENS.length - 1)] ?? ''),
      ...sometimes(0.4, () => ({ tokensPerChunk: whole(2, 5) })),
      ...sometimes(0.5, () => ({ roleChunk: true, roleChunkEarlyMs: between(0, 5) })),
      ...sometimes(0.5, () => ({ headersEarly: true })),
      // Lines of JSON have no comments, and the test server's would get between two halves of an event.
      ...(provider !== 'ollama' && random() < 0.5
        ? { commentsEveryMs: between(2, 8) }
        : sometimes(0.5, () => ({ splitUtf8: true }))),
      ...sometimes(0.3, () => ({ usageOnChunks: 'counting' as const })),
    };
  });
}
