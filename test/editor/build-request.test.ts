import { expect, test, vi } from 'vitest';
import { createRequestBuilder } from '../../src/editor/build-request.ts';
import { Position, textDocument } from '../support/vscode-text.ts';

const workspace = vi.hoisted(() => ({ holds: true }));

vi.mock('vscode', async () => {
  const { Position, Range } = await import('../support/vscode-text.ts');
  return {
    Position,
    Range,
    InlineCompletionTriggerKind: { Invoke: 0, Automatic: 1 },
    workspace: {
      asRelativePath: ({ path }: { path: string }) => path.replace('/w/', ''),
      getWorkspaceFolder: () => (workspace.holds ? {} : undefined),
    },
  };
});

const CONTEXT = [{ path: 'x.ts', text: 'x;\n', kind: 'recent' as const }];

function build(text: string, line: number, path = '/w/src/a.ts', promptTokens = 2000) {
  const document = { ...textDocument(text), uri: { path, toString: () => `file://${path}` } };
  const builder = createRequestBuilder({
    promptTokens: () => promptTokens,
    contextOf: () => (workspace.holds ? CONTEXT : undefined),
  });
  return builder(document as never, new Position(line, 0) as never, null, 5).request;
}

test('a file of the workspace is named by its path within it, and has its context', () => {
  workspace.holds = true;
  expect(build('one\ntwo', 1)).toMatchObject({ path: 'src/a.ts', prefixLine: 0, context: CONTEXT });
});

test('a file outside is named without where it lies', () => {
  workspace.holds = false;
  const request = build('one\ntwo', 1, '/home/me/private/a.ts');
  expect(request.path).toBe('a.ts');
  expect(request).not.toHaveProperty('context');
});

test('as much is read as the largest budget asks for, and the line it begins with is told', () => {
  const text = Array.from({ length: 4000 }, (_, line) => `line ${line};`).join('\n');
  const small = build(text, 3000, '/w/a.ts', 200);
  const large = build(text, 3000, '/w/a.ts', 4000);
  expect(small.prefix.length).toBeLessThanOrEqual(6000);
  expect(large.prefix.length).toBeGreaterThan(4000 * 3.6 * 0.85);
  for (const { prefix, prefixLine } of [small, large]) {
    expect(prefix.startsWith(`line ${prefixLine};`)).toBe(true);
  }
});
