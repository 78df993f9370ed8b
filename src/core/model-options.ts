const sampling = (description: string, minimum: number, maximum?: number) => ({
  type: 'number',
  minimum,
  ...(maximum === undefined ? {} : { maximum }),
  description,
});

/**
 * What an entry of `firstToken.models` may say besides who the model is: its limits, its sampling and
 * its requests. Part of the settings table, so each has its default and its words for the person.
 */
export const MODEL_OPTIONS = {
  /**
   * 2000: a 1.5B model on a laptop reads 1800 tokens in about 0.9 s when nothing is cached and in about
   * 10 ms when all but the last line is, so only the first key in a file is late. llama-server looks at
   * no more than 2048 at its default batch size, and the caches of hosted models begin at 1024.
   */
  promptTokens: {
    type: 'integer',
    minimum: 200,
    maximum: 32000,
    default: 2000,
    description:
      'The longest prompt, in tokens: about half for what stands before the cursor, the rest for what follows and for other files. Less for a slow machine, more for a hosted model.',
  },
  maxTokens: {
    type: 'integer',
    minimum: 1,
    maximum: 1024,
    default: 64,
    description: 'The longest answer, in tokens.',
  },
  temperature: {
    ...sampling(
      'Sampling temperature; 0 is greedy, which completes code best. Servers left alone use 0.7 to 1.',
      0,
      2,
    ),
    default: 0,
  },
  topP: sampling('Nucleus sampling.', 0, 1),
  minP: sampling('Minimum probability relative to the best token.', 0, 1),
  topK: { type: 'integer', minimum: 0, description: 'Keep the K best tokens.' },
  stop: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    maxItems: 8,
    description: 'More stop strings.',
  },
  headers: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'More HTTP headers. Not for keys.',
  },
  timeoutMs: {
    type: 'integer',
    minimum: 500,
    maximum: 120000,
    default: 10000,
    description: 'Give up on a request after this many milliseconds without its first token.',
  },
} as const;
