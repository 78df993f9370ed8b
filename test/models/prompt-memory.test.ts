import { expect, test } from 'vitest';
import type { StreamOptions, TransportMark } from '../../src/core/model.ts';
import { createPromptMemory } from '../../src/models/prompt-memory.ts';

function listener(): StreamOptions & { readonly marks: TransportMark[] } {
  const marks: TransportMark[] = [];
  return { marks, signal: new AbortController().signal, onMark: (mark) => marks.push(mark) };
}

const CONNECTED = { name: 'connected', reused: true, roundTripMs: 1 } as const;

test('the beginning that was sent before is counted, and marks pass through', () => {
  const memory = createPromptMemory();
  const { marks, ...options } = listener();
  memory.watch('const a', options).onMark(CONNECTED);
  memory.watch('const b = 1', options);
  expect(marks).toEqual([
    { name: 'prompt', chars: 7, repeatedChars: 0 },
    CONNECTED,
    { name: 'prompt', chars: 11, repeatedChars: 6 },
  ]);
});

test.each(['headers', 'waiting', 'processing', 'chunk'] as const)(
  'only a connection shows that a prompt left: %s alone does not',
  (name) => {
    const memory = createPromptMemory();
    const { marks, ...options } = listener();
    memory.watch('abc', options).onMark({ name });
    memory.watch('abcdef', options);
    expect(marks.at(-1)).toEqual({ name: 'prompt', chars: 6, repeatedChars: 0 });
  },
);

test('a prompt that never left is forgotten', () => {
  const memory = createPromptMemory();
  const { marks, ...options } = listener();
  memory.watch('abc', options).onMark(CONNECTED);
  memory.watch('abcdef', options);
  memory.watch('abcdef', options);
  expect(marks.at(-1)).toEqual({ name: 'prompt', chars: 6, repeatedChars: 3 });
});
