import type { FimTemplateName } from './fim.ts';

/**
 * Families by the names under which registries and servers publish them. `not` excludes siblings that
 * were not trained to fill in the middle. The first match counts.
 */
const FAMILIES: readonly { name: FimTemplateName; is: RegExp; not?: RegExp }[] = [
  // CodeQwen1.5 came before Qwen2.5-Coder and used StarCoder's tokens.
  { name: 'starcoder', is: /code-?qwen-?1\.5/ },
  { name: 'qwen', is: /qwen-?(2\.5|3)-?coder|qwen-?coder-?turbo/ },
  // StarCoder2 was trained on whole projects too, with tokens that the first did not have.
  { name: 'starcoder2', is: /star-?coder-?2/ },
  { name: 'starcoder', is: /star-?coder/ },
  { name: 'codellama', is: /code-?llama/, not: /python|\b(34|70)b/ },
  { name: 'deepseek', is: /deepseek-?coder/ },
  { name: 'codegemma', is: /code-?gemma/, not: /\bit\b|instruct/ },
  { name: 'codestral', is: /codestral/, not: /mamba/ },
  // Granite 4 has the tokens of Qwen's format for one file; earlier ones have StarCoder's.
  { name: 'granite-4', is: /granite-?4/ },
  { name: 'granite', is: /granite-?3|granite.*code/ },
  { name: 'stable-code', is: /stable-?code/, not: /instruct/ },
  { name: 'mellum', is: /mellum/ },
  { name: 'seed-coder', is: /seed-?coder/, not: /instruct|reasoning/ },
];

/**
 * The FIM format of a model by its name, for example `qwen2.5-coder:1.5b` or `Qwen/Qwen2.5-Coder-7B`.
 * Null when the name says nothing: a wrong format gives fluent nonsense, so it is never guessed.
 */
export function fimForModelName(name: string): FimTemplateName | null {
  const plain = name.toLowerCase().replaceAll('_', '-');
  for (const family of FAMILIES) {
    if (family.is.test(plain)) return family.not?.test(plain) ? null : family.name;
  }
  return null;
}
