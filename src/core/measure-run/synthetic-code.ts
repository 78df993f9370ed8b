import { CHARS_PER_TOKEN } from '../measure/decode-rate.ts';
import type { CompletionRequest } from '../request.ts';
import { seededRandom } from '../seeded-random.ts';

/** A prompt made of invented code: nothing of it is the person's. */
export type SyntheticPrompt = Pick<
  CompletionRequest,
  'documentUri' | 'languageId' | 'path' | 'prefix' | 'suffix' | 'trigger' | 'multiline'
>;

/** As in the editor, where at most 6000 characters before the cursor and 1600 after it are sent. */
const PREFIX_SHARE = 0.8;
/** 512 tokens are some 25 cases of the table that the model is to go on with. */
const CASES = 400;

const VERBS = ['read', 'merge', 'count', 'sort', 'parse', 'trim', 'fold', 'scan', 'pack', 'find'];
const NOUNS = [
  'ledger',
  'order',
  'token',
  'bucket',
  'sample',
  'window',
  'signal',
  'branch',
  'record',
  'cursor',
  'packet',
  'column',
  'region',
  'vertex',
  'socket',
  'filter',
];
const FIELDS = ['size', 'rank', 'weight', 'offset', 'limit', 'total', 'index', 'score'];

/**
 * Invented TypeScript with a cursor in it, of about `tokens` tokens, the same for the same seed and number.
 *
 * No cache can serve it: path, prefix and suffix each begin with digits drawn for this prompt alone,
 * whichever of them a model's format puts first. It asks for a long answer: the cursor stands in a table
 * that is said to have hundreds of rows and has three. Nothing follows on the cursor's line, where the
 * adapters would end the answer with the line.
 */
export function syntheticCode(seed: number, number: number, tokens: number): SyntheticPrompt {
  const random = seededRandom(seed ^ Math.imul(number + 1, 0x9e3779b1));
  const mark = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const name = `${mark()}${mark()}`;
  const ending = table(name, random);
  const chars = Math.round(tokens * CHARS_PER_TOKEN);
  const before = Math.max(0, Math.round(chars * PREFIX_SHARE) - ending.length - name.length);
  const after = Math.max(0, Math.round(chars * (1 - PREFIX_SHARE)));
  return {
    documentUri: `first-token-measure:/${name}.ts`,
    languageId: 'typescript',
    path: `${name}.ts`,
    prefix: `// ${name}\n${functions(before, random)}${ending}`,
    suffix: `\n// ${mark()} ends\n${functions(after, random)}`,
    trigger: 'invoke',
    multiline: true,
  };
}

/** The last part of the prefix: the beginning of a long table, up to the end of a whole line. */
function table(name: string, random: () => number): string {
  const rows = [1, 2, 3].map((code) => row(code, random)).join('\n');
  return `/** All ${CASES} codes of ${name.slice(0, 4)}, one row each, 1 to ${CASES}, none left out. */
export const table: readonly Row[] = [
${rows}`;
}

function row(code: number, random: () => number): string {
  const noun = pick(NOUNS, random);
  return `  { code: ${code}, name: '${pick(VERBS, random)}-${noun}', ${pick(FIELDS, random)}: ${whole(random, 1000)} },`;
}

/** Whole functions, and a comment that fills up the rest: `chars` characters, give or take a word. */
function functions(chars: number, random: () => number): string {
  let text = '';
  for (;;) {
    const next = `${invented(random)}\n\n`;
    if (text.length + next.length > chars) break;
    text += next;
  }
  let filling = '//';
  while (text.length + filling.length < chars) filling += ` ${pick(NOUNS, random)}`;
  return `${text}${filling}\n`;
}

function invented(random: () => number): string {
  const noun = pick(NOUNS, random);
  const other = pick(NOUNS, random);
  const field = pick(FIELDS, random);
  const name = `${pick(VERBS, random)}${capital(noun)}${capital(other)}${whole(random, 1000)}`;
  const least = whole(random, 100);
  return `export function ${name}(${noun}s: readonly ${capital(noun)}[], ${other}: ${capital(other)}): number {
  let ${field} = ${whole(random, 50)};
  for (const ${noun} of ${noun}s) {
    if (${noun}.${field} < ${least}) continue;
    ${field} += ${noun}.${field} * ${other}.${pick(FIELDS, random)};
  }
  return Math.max(${field}, ${least});
}`;
}

function pick(words: readonly string[], random: () => number): string {
  return words[whole(random, words.length)] ?? '';
}

function whole(random: () => number, below: number): number {
  return Math.floor(random() * below);
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
