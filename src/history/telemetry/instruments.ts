import type { Conventions } from '../../core/settings.ts';

/** One OpenTelemetry instrument: what a figure is called, counted in and spread over. */
export interface Instrument {
  readonly name: string;
  readonly kind: 'histogram' | 'counter';
  /** UCUM, as OpenTelemetry wants it. */
  readonly unit: string;
  readonly description: string;
  /** Upper edges of a histogram's buckets, inclusive. */
  readonly edges?: readonly number[];
  /** Attributes that every value of this instrument has. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/**
 * The edges that the GenAI conventions advise for durations, doubling from 10 ms, and between them
 * finer ones about the budget: without an edge at 0.3 s the share within 300 ms could not be read from
 * a histogram. All advised edges stay, so that sums over several tools' buckets still match.
 */
const SECONDS_EDGES = [
  0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.32, 0.35, 0.4, 0.5, 0.64,
  0.9, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** The edges that the GenAI conventions advise for token counts: powers of four. */
const TOKEN_EDGES = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
  67_108_864,
];

const seconds = (name: string, description: string): Instrument => ({
  name,
  kind: 'histogram',
  unit: 's',
  description,
  edges: SECONDS_EDGES,
});

const tokens = (
  name: string,
  description: string,
  attributes?: Readonly<Record<string, string>>,
): Instrument => ({
  name,
  kind: 'histogram',
  unit: '{token}',
  description,
  edges: TOKEN_EDGES,
  ...(attributes === undefined ? {} : { attributes }),
});

const counter = (name: string, unit: string, description: string): Instrument => ({
  name,
  kind: 'counter',
  unit,
  description,
});

/** Our own figures, for which the conventions have no name. Every one is of this client, as it saw it. */
const OWN = {
  requests: [
    counter(
      'first_token.client.requests',
      '{request}',
      'Requests, by how they ended and whether the first token of their answer came within the budget.',
    ),
  ],
  ttft: [seconds('first_token.client.ttft', 'Request sent to first token, reasoning included.')],
  firstAnswer: [
    seconds(
      'first_token.client.first_answer',
      'Keystroke to the first token of the answer itself, which the budget judges.',
    ),
  ],
  stoppedWaiting: [
    seconds(
      'first_token.client.stopped_waiting',
      'Keystroke to the stop of a request that had no answer token yet: its answer would have come later.',
    ),
  ],
  queue: [seconds('first_token.client.queue', "Time in the server's queue before prefill began.")],
  prefill: [seconds('first_token.client.prefill', 'Time the server took to read the prompt.')],
  timePerOutputToken: [
    seconds(
      'first_token.client.time_per_output_token',
      'Mean time per token of one answer after its first chunk, by the token count of the server.',
    ),
  ],
  keystrokes: [
    counter('first_token.client.keystrokes', '{keystroke}', 'Keystrokes, by what became of them.'),
  ],
  shown: [seconds('first_token.client.shown', 'Keystroke to text handed to the editor.')],
  accepted: [
    counter('first_token.client.accepted', '{acceptance}', 'Shown texts taken, whole or in part.'),
  ],
  acceptedChars: [
    counter('first_token.client.accepted_characters', '{character}', 'Characters taken.'),
  ],
  wastedTokens: [
    counter(
      'first_token.client.wasted_tokens',
      '{token}',
      'Output tokens of answers of which nothing was shown, as the server counted them.',
    ),
  ],
} as const satisfies Record<string, readonly Instrument[]>;

type ConventionalFigure =
  | 'duration'
  | 'timeToFirstChunk'
  | 'timePerOutputChunk'
  | 'inputTokens'
  | 'outputTokens'
  | 'cachedTokens'
  | 'reasoningTokens';

/** Everything that is measured. */
export type Figure = ConventionalFigure | keyof typeof OWN;

const timings = (
  prefix: string,
): Pick<
  Record<ConventionalFigure, readonly Instrument[]>,
  'duration' | 'timeToFirstChunk' | 'timePerOutputChunk'
> => ({
  duration: [seconds(`${prefix}.duration`, 'Request sent to its end, failure or stop.')],
  timeToFirstChunk: [
    seconds(`${prefix}.time_to_first_chunk`, 'Request sent to first chunk, with or without text.'),
  ],
  timePerOutputChunk: [
    seconds(`${prefix}.time_per_output_chunk`, 'Time between two chunks of text.'),
  ],
});

/**
 * Which figure goes by which names, by version of the GenAI conventions. They moved: up to 1.41 of the
 * semantic conventions they were `gen_ai.client.operation.*` with one histogram of tokens; the
 * semantic-conventions-genai repository has `gen_ai.client.inference.*`, counters of what was spent and
 * histograms per request. Both are in development; a further version is one more entry here.
 */
const CONVENTIONAL: Readonly<
  Record<Conventions, Readonly<Record<ConventionalFigure, readonly Instrument[]>>>
> = {
  operation: {
    ...timings('gen_ai.client.operation'),
    inputTokens: [
      tokens('gen_ai.client.token.usage', 'Tokens used.', { 'gen_ai.token.type': 'input' }),
    ],
    outputTokens: [
      tokens('gen_ai.client.token.usage', 'Tokens used.', { 'gen_ai.token.type': 'output' }),
    ],
    cachedTokens: [],
    reasoningTokens: [],
  },
  inference: {
    ...timings('gen_ai.client.inference'),
    inputTokens: [
      counter('gen_ai.client.inference.usage.input_tokens', '{token}', 'Input tokens used.'),
      tokens('gen_ai.client.inference.operation.input_tokens', 'Input tokens of one request.'),
    ],
    outputTokens: [
      counter('gen_ai.client.inference.usage.output_tokens', '{token}', 'Output tokens used.'),
      tokens('gen_ai.client.inference.operation.output_tokens', 'Output tokens of one request.'),
    ],
    cachedTokens: [
      counter(
        'gen_ai.client.inference.usage.cache_read.input_tokens',
        '{token}',
        "Input tokens from the server's cache.",
      ),
    ],
    reasoningTokens: [
      counter(
        'gen_ai.client.inference.usage.reasoning.output_tokens',
        '{token}',
        'Output tokens spent on reasoning.',
      ),
    ],
  },
};

/** The instruments of every figure; a figure may have none in a version, or several. */
export function instrumentsOf(
  conventions: Conventions,
): Readonly<Record<Figure, readonly Instrument[]>> {
  return { ...CONVENTIONAL[conventions], ...OWN };
}
