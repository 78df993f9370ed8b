import { expect, test } from 'vitest';
import { wrongEntries } from '../../../src/core/measure/wrong-entries.ts';
import { parseModels } from '../../../src/core/parse-models.ts';
import type { PanelSnapshot } from '../../../src/core/protocol.ts';

type Problem = PanelSnapshot['problems'][number];

/** The problems of a value of `firstToken.models`, as the panel gets them. */
function problemsOf(raw: unknown): readonly Problem[] {
  return parseModels(raw).problems.map(({ modelId, message }) => ({
    severity: 'warning',
    title: modelId ?? 'firstToken.models',
    detail: message,
  }));
}

const clause = (problems: readonly Problem[]) => wrongEntries(problems, (id) => id);
const qwen = { id: 'qwen', provider: 'llama-server', endpoint: 'http://127.0.0.1:8012' };

test.each<[string, unknown, string | null]>([
  ['nothing is set', undefined, null],
  ['a good entry', [qwen], null],
  ['one without its endpoint', [{ ...qwen, endpoint: undefined }], 'the entry "qwen" is wrong'],
  ['one without its id', [qwen, { ...qwen, id: 7 }], 'entry 2 of firstToken.models is wrong'],
  ['no object', ['qwen'], 'entry 1 of firstToken.models is wrong'],
  ['no list', { qwen }, 'firstToken.models is wrong'],
  ['an id in quotes', [{ id: 'a" b', provider: 'x' }], 'the entry "a" b" is wrong'],
  [
    'fourteen',
    Array.from({ length: 14 }, (_, i) => ({ id: `m${i}`, provider: 'x' })),
    '14 entries of firstToken.models are wrong',
  ],
])('%s', (_, raw, expected) => {
  expect(clause(problemsOf(raw))).toBe(expected);
});

test('an entry that goes on without one of its keys is not wrong', () => {
  const problems = problemsOf([{ ...qwen, colour: 'red', headers: { Host: 'evil' } }]);
  expect(problems).toHaveLength(2);
  expect(clause(problems)).toBeNull();
});

test('an entry with several complaints counts once', () => {
  const problems = problemsOf([{ id: 'qwen', colour: 'red', apiKey: 'k' }]);
  expect(problems.length).toBeGreaterThan(1);
  expect(clause(problems)).toBe('the entry "qwen" is wrong');
});

test('faults of models, notes and other settings are no wrong entries', () => {
  const detail = 'Model "qwen" is left out: as a joke.';
  expect(
    clause([
      { severity: 'error', title: 'qwen', detail },
      { severity: 'note', title: 'qwen', detail },
      { severity: 'warning', title: 'firstToken.budgetMs', detail: 'It must be a number.' },
    ]),
  ).toBeNull();
});

test('a name is written as the caller writes names', () => {
  const problems = problemsOf([{ ...qwen, provider: 'x' }]);
  expect(wrongEntries(problems, (id) => id.toUpperCase())).toBe('the entry "QWEN" is wrong');
});
