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
/** 512 tokens are some 25 rows of the table that the model is to go on with. */
const ROWS = 400;

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
 * No cache can serve it: path, prefix and suffix each have digits drawn for this prompt alone near their
 * beginning, whichever of them a model's format puts first. It asks for a long answer: the cursor stands
 * in the fourth row of a table that is said to have hundreds, and the last of them follows below. A model
 * that is asked at the end of a row may take the code for whole and answer nothing; within a statement it
 * cannot. Nothing follows on the cursor's line, where the adapters would end the answer with the line.
 */
export function syntheticCode(seed: number, number: number, tokens: number): SyntheticPrompt {
  const random = seededRandom(seed ^ Math.imul(number + 1, 0x9e3779b1));
  const mark = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const name = `${mark()}${mark()}`;
  const { beginning, ending } = table(random);
  const chars = Math.round(tokens * CHARS_PER_TOKEN);
  const before = Math.max(0, Math.round(chars * PREFIX_SHARE) - beginning.length - name.length);
  const after = Math.max(0, Math.round(chars * (1 - PREFIX_SHARE)) - ending.length);
  return {
    documentUri: `first-token-measure:/${name}.ts`,
    languageId: 'typescript',
    path: `${name}.ts`,
    prefix: `// ${name}\n${functions(before, random)}${beginning}`,
    suffix: `${ending}${functions(after, random)}`,
    trigger: 'invoke',
    multiline: true,
  };
}

/** A long table without its middle: up to the number of a row, and from the end of that line on. */
function table(random: () => number): { readonly beginning: string; readonly ending: string } {
  const first = 100_000 + whole(random, 899_000);
  const last = first + ROWS - 1;
  const rows = [first, first + 1, first + 2].map((code) => row(code, random)).join('\n');
  return {
    beginning: `/** The ${ROWS} codes from ${first} to ${last}, one row each, none left out. */
export const table: readonly Row[] = [
${rows}
  { code:`,
    ending: `\n${row(last, random)}\n];\n\n`,
  };
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
