import type { FimName } from '../settings.ts';

/** The formats that are laid out here; `suffix` and `none` need no tokens. */
export type FimTemplateName = Exclude<FimName, 'suffix' | 'none'>;

interface FimParts {
  readonly prefix: string;
  readonly suffix: string;
  /** Workspace-relative; only formats that were trained with a file header use it. */
  readonly path: string;
}

/**
 * How one family of models was trained to fill in the middle. PSM puts the growing prefix before the
 * suffix, so each keystroke invalidates the cached suffix; SPM keeps it.
 */
export interface FimTemplate {
  readonly order: 'psm' | 'spm';
  /**
   * Whether the line being typed may stand behind the middle token instead of in the prefix: the model
   * then goes on with a middle that begins on a line, which training has seen, and the suffix before it
   * stays cached. In SPM the prefix comes last anyway.
   */
  readonly lineLast: boolean;
  /** The exact prompt, without BOS, which servers add. `parts` must have been escaped. */
  readonly render: (parts: FimParts) => string;
  /** Every special token of the family that matters here: none may come from a file, none belongs in an answer. */
  readonly tokens: readonly string[];
  /** Tokens that end an answer, the most telling first: OpenAI-like servers take four stop strings. */
  readonly stop: readonly string[];
}

const PIPE_TOKENS = ['<|fim_prefix|>', '<|fim_suffix|>', '<|fim_middle|>'] as const;
const FIM_TOKENS = ['<fim_prefix>', '<fim_suffix>', '<fim_middle>'] as const;

const renderPipes = ({ prefix, suffix }: FimParts): string =>
  `<|fim_prefix|>${prefix}<|fim_suffix|>${suffix}<|fim_middle|>`;
const renderFim = ({ prefix, suffix }: FimParts): string =>
  `<fim_prefix>${prefix}<fim_suffix>${suffix}<fim_middle>`;

/**
 * Sources: the QwenLM, DeepSeek-Coder and mistral-common repositories, Tabby's and Continue's template
 * tables, the CodeGemma page of ai.google.dev, JetBrains' Mellum example and the Seed-Coder paper.
 * Spaces inside CodeLlama's and the full-width bars (U+FF5C, U+2581) inside DeepSeek's are part of
 * the tokens. Where a source disagrees with the training format (Seed-Coder), training wins.
 */
export const FIM_TEMPLATES: Readonly<Record<FimTemplateName, FimTemplate>> = {
  qwen: {
    order: 'psm',
    lineLast: true,
    render: renderPipes,
    tokens: [
      ...PIPE_TOKENS,
      '<|fim_pad|>',
      '<|endoftext|>',
      '<|repo_name|>',
      '<|file_sep|>',
      '<|im_start|>',
      '<|im_end|>',
    ],
    stop: [
      '<|endoftext|>',
      '<|file_sep|>',
      '<|fim_pad|>',
      '<|repo_name|>',
      '<|im_end|>',
      '<|im_start|>',
      ...PIPE_TOKENS,
    ],
  },
  starcoder: {
    order: 'psm',
    lineLast: true,
    render: renderFim,
    tokens: [
      ...FIM_TOKENS,
      '<fim_pad>',
      '<|endoftext|>',
      '<filename>',
      '<file_sep>',
      '<repo_name>',
    ],
    stop: ['<|endoftext|>', '<file_sep>', '<filename>', '<repo_name>', ...FIM_TOKENS],
  },
  starcoder2: {
    order: 'psm',
    lineLast: true,
    render: renderFim,
    tokens: [...FIM_TOKENS, '<fim_pad>', '<|endoftext|>', '<file_sep>', '<repo_name>'],
    stop: ['<|endoftext|>', '<file_sep>', '<repo_name>', ...FIM_TOKENS],
  },
  codellama: {
    order: 'psm',
    // Its tokenizer puts a space before text that follows a special token; trained middles have none.
    lineLast: false,
    render: ({ prefix, suffix }) => `<PRE> ${prefix} <SUF>${suffix} <MID>`,
    tokens: ['<PRE>', '<SUF>', '<MID>', '<EOT>'],
    stop: ['<EOT>', '<PRE>', '<SUF>', '<MID>'],
  },
  deepseek: {
    order: 'psm',
    lineLast: true,
    render: ({ prefix, suffix }) => `<｜fim▁begin｜>${prefix}<｜fim▁hole｜>${suffix}<｜fim▁end｜>`,
    tokens: [
      '<｜fim▁begin｜>',
      '<｜fim▁hole｜>',
      '<｜fim▁end｜>',
      '<｜begin▁of▁sentence｜>',
      '<｜end▁of▁sentence｜>',
      '<|EOT|>',
    ],
    stop: [
      '<｜end▁of▁sentence｜>',
      '<|EOT|>',
      '<｜fim▁begin｜>',
      '<｜fim▁hole｜>',
      '<｜fim▁end｜>',
    ],
  },
  codegemma: {
    order: 'psm',
    lineLast: true,
    render: renderPipes,
    tokens: [...PIPE_TOKENS, '<|file_separator|>', '<start_of_turn>', '<end_of_turn>', '<eos>'],
    stop: ['<|file_separator|>', '<end_of_turn>', '<eos>', ...PIPE_TOKENS],
  },
  codestral: {
    order: 'spm',
    lineLast: false,
    // No token for the middle: the model goes on where the prefix ends.
    render: ({ prefix, suffix }) => `[SUFFIX]${suffix}[PREFIX]${prefix}`,
    tokens: ['[SUFFIX]', '[PREFIX]', '</s>'],
    stop: ['</s>', '[PREFIX]', '[SUFFIX]'],
  },
  granite: {
    order: 'psm',
    lineLast: true,
    render: renderFim,
    tokens: [
      ...FIM_TOKENS,
      '<fim_pad>',
      '<|endoftext|>',
      '<|end_of_text|>',
      '<filename>',
      '<reponame>',
    ],
    stop: ['<|endoftext|>', '<|end_of_text|>', '<filename>', '<reponame>', ...FIM_TOKENS],
  },
  'granite-4': {
    order: 'psm',
    lineLast: true,
    render: renderPipes,
    tokens: [...PIPE_TOKENS, '<|fim_pad|>', '<|end_of_text|>'],
    stop: ['<|end_of_text|>', '<|fim_pad|>', ...PIPE_TOKENS],
  },
  'stable-code': {
    order: 'psm',
    lineLast: true,
    render: renderFim,
    tokens: [...FIM_TOKENS, '<fim_pad>', '<|endoftext|>', '<file_sep>'],
    stop: ['<|endoftext|>', '<file_sep>', ...FIM_TOKENS],
  },
  mellum: {
    order: 'spm',
    lineLast: false,
    render: ({ prefix, suffix, path }) =>
      `<filename>${path}\n<fim_suffix>${suffix}<fim_prefix>${prefix}<fim_middle>`,
    tokens: [...FIM_TOKENS, '<|endoftext|>', '<filename>', '<|im_end|>'],
    stop: ['<|endoftext|>', '<filename>', '<|im_end|>', ...FIM_TOKENS],
  },
  'seed-coder': {
    order: 'spm',
    lineLast: false,
    render: ({ prefix, suffix }) => `<[fim-suffix]>${suffix}<[fim-prefix]>${prefix}<[fim-middle]>`,
    tokens: [
      '<[fim-suffix]>',
      '<[fim-prefix]>',
      '<[fim-middle]>',
      '<[end▁of▁sentence]>',
      '<[PAD▁TOKEN]>',
      '<[SEP▁TOKEN]>',
    ],
    stop: [
      '<[end▁of▁sentence]>',
      '<[SEP▁TOKEN]>',
      '<[PAD▁TOKEN]>',
      '<[fim-suffix]>',
      '<[fim-prefix]>',
      '<[fim-middle]>',
    ],
  },
};

/** Family tokens that are also ordinary code somewhere: an HTML tag, a placeholder, an ini section. */
const AMBIGUOUS = /^(<[A-Za-z]+>|<\/s>|\[[A-Z]+\])$/;

/** The tokens of all families that are never code, for servers whose family we do not know. */
export const UNMISTAKABLE_TOKENS: readonly string[] = [
  ...new Set(
    Object.values(FIM_TEMPLATES)
      .flatMap((template) => template.tokens)
      .filter((token) => !AMBIGUOUS.test(token)),
  ),
];

/** What a family's text must not contain: its own tokens, and every unmistakable one. */
export function specialTokens(template: FimTemplate | null): readonly string[] {
  return template === null
    ? UNMISTAKABLE_TOKENS
    : [...new Set([...template.tokens, ...UNMISTAKABLE_TOKENS])];
}

/**
 * Breaks every special token in text that comes from a file with a space after its first character.
 * Servers parse special tokens wherever they stand in a prompt, so a file that spells one could end
 * the prefix or fake another file. Breaking, unlike removing, cannot join a new token out of the rest,
 * and code that is about these tokens stays readable to the model.
 */
export function escapeTokens(text: string, tokens: readonly string[]): string {
  let escaped = text;
  for (const token of tokens) {
    if (escaped.includes(token)) {
      escaped = escaped.replaceAll(token, `${token.slice(0, 1)} ${token.slice(1)}`);
    }
  }
  return escaped;
}

export function isTemplateName(name: FimName): name is FimTemplateName {
  return name !== 'suffix' && name !== 'none';
}
