import { expect, test } from 'vitest';
import { UNMISTAKABLE_TOKENS } from '../../../src/core/prompt/fim.ts';
import { leakedTokenAt } from '../../../src/core/text/leaked-token.ts';

test.each(UNMISTAKABLE_TOKENS)('%s is found', (token) => {
  expect(leakedTokenAt(`a;${token}b`, false)).toBe(2);
});

test.each(['<|cursor|>', '<|eot_id|>', '<|start_header_id|>', '<｜Assistant｜>'])(
  '%s, which nobody has listed, is found too',
  (token) => {
    expect(leakedTokenAt(`a;\n${token}`, false)).toBe(3);
  },
);

test.each(['<|fim_mid', '<|endoftext', '<｜fim▁be', '<fim_pre', '<[fim-suf'])(
  '%s is one where the answer ends in it',
  (text) => {
    expect(leakedTokenAt(`a;${text}`, true)).toBe(2);
    expect(leakedTokenAt(`a;${text}`, false)).toBe(-1);
  },
);

test.each([
  'a <|> b',
  'f <| g |> h',
  'let r = xs |> List.map f <| y',
  'a < b || c > d',
  '<file />',
  'a <',
  'x <|',
])('%s is code', (text) => {
  expect(leakedTokenAt(text, true)).toBe(-1);
});
