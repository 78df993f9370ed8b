import { expect, test } from 'vitest';
import { fimForModelName } from '../../../src/core/prompt/fim-for-model-name.ts';

test.each([
  ['qwen2.5-coder:1.5b', 'qwen'],
  ['Qwen/Qwen2.5-Coder-7B', 'qwen'],
  ['qwen2.5-coder-32b-instruct', 'qwen'],
  ['Qwen3-Coder-30B-A3B-Instruct', 'qwen'],
  ['qwen_coder_turbo', 'qwen'],
  ['CodeQwen1.5-7B', 'starcoder'],
  ['bigcode/starcoder2-3b', 'starcoder2'],
  ['starcoder2:7b', 'starcoder2'],
  ['starcoderbase', 'starcoder'],
  ['codellama:7b-code', 'codellama'],
  ['deepseek-coder-v2:16b-lite-base', 'deepseek'],
  ['deepseek-ai/deepseek-coder-6.7b-base', 'deepseek'],
  ['codegemma:2b-code', 'codegemma'],
  ['mistralai/Codestral-22B-v0.1', 'codestral'],
  ['granite-code:3b', 'granite'],
  ['ibm-granite/granite-8b-code-base', 'granite'],
  ['granite3.1-dense:2b', 'granite'],
  ['granite-4.0-h-tiny', 'granite-4'],
  ['stable-code:3b-code', 'stable-code'],
  ['JetBrains/Mellum-4b-base', 'mellum'],
  ['ByteDance-Seed/Seed-Coder-8B-Base', 'seed-coder'],
])('%s speaks %s', (name, fim) => {
  expect(fimForModelName(name)).toBe(fim);
});

test.each([
  '',
  'default',
  'gpt-4.1-mini',
  'llama3.2:3b',
  'qwen2.5:7b',
  'mistral-small',
  'gemma3:4b',
  'yi-coder:1.5b',
  'codellama:34b',
  'codellama:7b-python',
  'codellama-70b-instruct',
  'codegemma:7b-instruct',
  'codegemma-7b-it',
  'mamba-codestral-7b',
  'stable-code:3b-instruct',
  'Seed-Coder-8B-Instruct',
])('the format of "%s" is not guessed', (name) => {
  expect(fimForModelName(name)).toBeNull();
});
