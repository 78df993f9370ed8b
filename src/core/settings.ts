/**
 * The one table of settings. It generates `contributes.configuration` in package.json, the README's
 * table and the defaults; a test fails when either is stale (`npm run generate` rewrites them).
 * Parsing is in parse-settings.ts; the editor's reader is editor/settings.ts.
 */

import { MODEL_OPTIONS } from './model-options.ts';

/**
 * `application`: user settings only, so a workspace can never redirect code or keys, nor spend the
 * person's money. The others a workspace may narrow: `window` for itself, `resource` for one of its
 * folders too, `language-overridable` for one language too.
 */
export type SettingScope = 'application' | 'window' | 'resource' | 'language-overridable';

export interface SettingSpec {
  readonly scope: SettingScope;
  /** Plain words for the Settings editor; Markdown. */
  readonly description: string;
  /** JSON schema of the value, without default and description. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly default: unknown;
}

export const SETTING_PREFIX = 'firstToken';

/** FIM formats by name; the table of tokens is prompt/fim.ts. */
export const FIM_NAMES = [
  'suffix',
  'qwen',
  'starcoder',
  'starcoder2',
  'codellama',
  'deepseek',
  'codegemma',
  'codestral',
  'granite',
  'granite-4',
  'stable-code',
  'mellum',
  'seed-coder',
  'none',
] as const;
export type FimName = (typeof FIM_NAMES)[number];

export const PROVIDERS = ['llama-server', 'openai-completions', 'ollama'] as const;
export const POLICIES = ['solo', 'adaptive', 'race'] as const;
export type RacePolicy = (typeof POLICIES)[number];
export const FETCH_AHEAD = ['off', 'local', 'always'] as const;
export type FetchAheadMode = (typeof FETCH_AHEAD)[number];
export const EAGERNESS = ['quiet', 'balanced', 'eager'] as const;
export type Eagerness = (typeof EAGERNESS)[number];
/** Names of the OpenTelemetry GenAI conventions; which figure gets which name is in history/telemetry. */
export const CONVENTIONS = ['operation', 'inference'] as const;
export type Conventions = (typeof CONVENTIONS)[number];

export const SETTINGS = {
  enabled: {
    scope: 'language-overridable',
    description:
      'Complete code while you type. Off means that nothing is computed and nothing is sent.',
    schema: { type: 'boolean' },
    default: true,
  },
  models: {
    scope: 'application',
    description:
      'The completion models to race. Each needs an `id`, a `provider` and an `endpoint`. Leave it empty to use only the built-in predictor. API keys do not belong here: use _First Token: Set API Key_.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'provider', 'endpoint'],
        additionalProperties: false,
        properties: {
          id: {
            type: 'string',
            minLength: 1,
            maxLength: 40,
            description: 'Your name for this model, shown everywhere.',
          },
          provider: {
            enum: [...PROVIDERS],
            enumDescriptions: [
              'llama.cpp server, POST /infill; the server knows the FIM tokens',
              'any server with the OpenAI /v1/completions route: vLLM, SGLang, LM Studio, TGI, gateways',
              'Ollama, POST /api/generate',
            ],
            description: 'How the server is spoken to.',
          },
          endpoint: {
            type: 'string',
            description:
              'Base URL, for example http://127.0.0.1:8012 or https://gateway.example/v1. Plain http is refused for an API key off this machine.',
          },
          model: { type: 'string', description: 'The model name the server knows.' },
          fim: {
            enum: [...FIM_NAMES],
            description:
              'How prefix and suffix are laid out. Found from the model name when left out; "suffix" lets the server do it; "none" sends the prefix only.',
          },
          ...MODEL_OPTIONS,
        },
      },
    },
    default: [],
  },
  defaultModel: {
    scope: 'application',
    description:
      'The model that is asked first: an `id` from the list, or `auto` for the one most likely to be in time.',
    schema: { type: 'string' },
    default: 'auto',
  },
  'race.policy': {
    scope: 'application',
    description: 'How many models are asked for one keystroke.',
    schema: {
      enum: [...POLICIES],
      enumDescriptions: [
        'Only the default model.',
        'The default model, and a second one when the first is unlikely to be in time, within the allowance for extra requests.',
        'Every model on every keystroke. Fastest, and costs the most.',
      ],
    },
    default: 'adaptive',
  },
  'race.extraRequests': {
    scope: 'application',
    description:
      'Allowance of the adaptive policy: extra requests per keystroke on average, for example 0.1 is one in ten.',
    schema: { type: 'number', minimum: 0, maximum: 4 },
    default: 0.1,
  },
  'race.shadow': {
    scope: 'application',
    description:
      'Share of requests that run on for the sake of the figures, 0 to 1: losers to their first token, winners to the end of an answer of which nothing more is of use. Only at its end a server tells its own times and token counts. The rest are stopped at once.',
    schema: { type: 'number', minimum: 0, maximum: 1 },
    default: 0.1,
  },
  'race.partialLine': {
    scope: 'application',
    description:
      'Show the beginning of a line, cut at the end of a word, when no model has finished one within the budget. Typing on extends it.',
    schema: { type: 'boolean' },
    default: true,
  },
  'race.fetchAhead': {
    scope: 'application',
    description:
      'Ask for what comes after a shown text while you look at it, so that the next one is there when you take it: one request for a text, in a pause of typing, when its server has nothing else to do.',
    schema: {
      enum: [...FETCH_AHEAD],
      enumDescriptions: [
        'Never.',
        'Only on servers of your own, those asked over plain http.',
        'On hosted models too, which costs about one more request for each text that you look at.',
      ],
    },
    default: 'local',
  },
  budgetMs: {
    scope: 'application',
    description:
      'Time from the keystroke within which a suggestion is useful, in milliseconds. Every latency figure is judged against it.',
    schema: { type: 'integer', minimum: 50, maximum: 10000 },
    default: 300,
  },
  'context.enabled': {
    scope: 'window',
    description:
      'Give models pieces of other files of the workspace too: what you looked at or edited lately, and what the file imports. Never files of secrets, ignored files or files outside the workspace. Off means the current file only.',
    schema: { type: 'boolean' },
    default: true,
  },
  'predictor.enabled': {
    scope: 'window',
    description:
      'Use the built-in predictor. It learns the open workspace in memory, sends nothing and writes nothing.',
    schema: { type: 'boolean' },
    default: true,
  },
  'predictor.eagerness': {
    scope: 'window',
    description: 'How sure the built-in predictor must be before it speaks.',
    schema: {
      enum: [...EAGERNESS],
      enumDescriptions: ['Rarely wrong, speaks less.', 'In between.', 'Speaks more, errs more.'],
    },
    default: 'balanced',
  },
  disabledLanguages: {
    scope: 'resource',
    description:
      'Language ids where First Token stays off, for example `["markdown", "plaintext"]`.',
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    default: ['plaintext', 'scminput', 'log'],
  },
  'records.keepDays': {
    scope: 'application',
    description:
      'Days for which latency records are kept on this machine. They hold times and counts, never code.',
    schema: { type: 'integer', minimum: 1, maximum: 365 },
    default: 30,
  },
  'telemetry.endpoint': {
    scope: 'application',
    description:
      'Send metrics to an OpenTelemetry collector of your choice: base URL of its OTLP/HTTP receiver, for example `http://127.0.0.1:4318`. Empty means off. Times, counts, model names and languages are sent, never code. Plain http only to this machine. A token it needs belongs in _First Token: Set API Key_.',
    schema: { type: 'string' },
    default: '',
  },
  'telemetry.conventions': {
    scope: 'application',
    description: 'The names that the metrics have: the OpenTelemetry conventions for GenAI moved.',
    schema: {
      enum: [...CONVENTIONS],
      enumDescriptions: [
        'gen_ai.client.operation.*, as in the semantic conventions up to 1.41; what dashboards know today.',
        'gen_ai.client.inference.*, as in the semantic-conventions-genai repository; still in development.',
      ],
    },
    default: 'operation',
  },
  'telemetry.intervalSeconds': {
    scope: 'application',
    description:
      'Seconds between two reports to the collector. Nothing is sent while nothing happens.',
    schema: { type: 'integer', minimum: 5, maximum: 3600 },
    default: 60,
  },
} as const satisfies Record<string, SettingSpec>;

export type SettingKey = keyof typeof SETTINGS;

/** One entry of `firstToken.models`, checked and with its defaults filled in. */
export interface ModelEntry {
  readonly id: string;
  readonly provider: (typeof PROVIDERS)[number];
  /** Without trailing slash. */
  readonly endpoint: string;
  readonly model?: string;
  readonly fim?: FimName;
  readonly promptTokens: number;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP?: number;
  readonly minP?: number;
  readonly topK?: number;
  readonly stop: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Where metrics go, if anywhere. */
export interface TelemetrySettings {
  /** Base URL without trailing slash; empty means off. */
  readonly endpoint: string;
  readonly conventions: Conventions;
  readonly intervalSeconds: number;
}

export interface Settings {
  readonly enabled: boolean;
  readonly models: readonly ModelEntry[];
  /** An id of `models`, or `auto`. */
  readonly defaultModel: string;
  readonly racePolicy: RacePolicy;
  readonly extraRequests: number;
  readonly shadow: number;
  readonly partialLine: boolean;
  readonly fetchAhead: FetchAheadMode;
  readonly budgetMs: number;
  readonly contextEnabled: boolean;
  readonly predictorEnabled: boolean;
  readonly predictorEagerness: Eagerness;
  readonly disabledLanguages: readonly string[];
  readonly keepDays: number;
  readonly telemetry: TelemetrySettings;
}

/** A wrong setting, in one sentence for the person. `modelId` when it concerns one model. */
export interface SettingsProblem {
  readonly key: SettingKey;
  readonly modelId?: string;
  readonly message: string;
}
