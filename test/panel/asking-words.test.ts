import { describe, expect, test } from 'vitest';
import type { PanelSnapshot } from '../../src/core/protocol.ts';
import { askingWords } from '../../src/panel/asking-words.ts';
import { builtIn, HOSTILE_NAMES, model, snapshot } from '../support/panel-fixtures.ts';

const hosted = model('hosted', { detail: 'openai-completions · gateway.example' });
const local = model('local', { detail: 'llama-server · 127.0.0.1:8012 · qwen' });
const words = (part: Partial<PanelSnapshot>) => askingWords(snapshot(part));

describe('who is asked', () => {
  test.each([
    ['solo', 'Only the default model is asked.'],
    ['adaptive', 'A second model is asked when the first is unlikely to be in time.'],
    [
      'race',
      'Every server is asked, unless the predictor is nearly certain or a request under way still agrees.',
    ],
  ] as const)('%s', (policy, sentence) => {
    expect(words({ policy, models: [hosted, builtIn()] })).toBe(sentence);
  });

  test('is not told without a server to ask, nor while First Token is off', () => {
    expect(words({ models: [builtIn()] })).toBe('');
    expect(words({ models: [] })).toBe('');
    expect(words({ models: [local, hosted], enabled: false })).toBe('');
  });
});

describe('where local endpoints are', () => {
  test.each(['127.0.0.1:8012', '127.1.2.3', 'localhost:11434', '[::1]:8080'])(
    'is told where one of them is local: %s',
    (host) => {
      const models = [hosted, model('local', { detail: `ollama · ${host} · qwen` })];
      expect(words({ models, resolvedOn: 'wsl' })).toMatch(
        / Local endpoints are looked up on wsl\.$/,
      );
    },
  );

  test('is not told where none is, whatever a host is called', () => {
    const models = [hosted, model('b', { detail: 'ollama · localhost.example' })];
    expect(words({ models })).not.toContain('Local endpoints');
  });

  test('holds no control character of the remote name', () => {
    for (const resolvedOn of HOSTILE_NAMES) {
      expect(words({ models: [local], resolvedOn })).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
    }
  });
});
