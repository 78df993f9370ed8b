import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { createContextFeed } from '../../src/editor/context-feed.ts';
import { createFakeClock } from '../support/fake-clock.ts';

/** As much of the editor as the feed uses, over files in memory. */
const editor = vi.hoisted(() => {
  type Listener = (event: never) => void;
  const listeners = new Map<string, Set<Listener>>();
  const event = (name: string) => (listener: Listener) => {
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set.add(listener));
    return { dispose: () => set.delete(listener) };
  };
  const uri = (text: string) => {
    const [, scheme = '', path = ''] = /^([\w-]+):\/\/(.*)$/.exec(text) ?? [];
    return { scheme, path, toString: () => text };
  };
  return {
    files: new Map<string, string>(),
    documents: [] as { uri: { toString(): string } }[],
    touched: [] as string[],
    active: undefined as unknown,
    rulesFail: false,
    listeners,
    event,
    uri,
    fire: (name: string, value: unknown) => {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(value as never);
    },
  };
});

vi.mock('vscode', () => {
  const { files, event, uri, touched } = editor;
  const folder = { uri: uri('file:///w'), name: 'w', index: 0 };
  return {
    FileType: { File: 1, Directory: 2 },
    Uri: { joinPath: ({ path }: { path: string }, more: string) => uri(`file://${path}/${more}`) },
    Disposable: {
      from: (...all: { dispose(): void }[]) => ({ dispose: () => all.map((one) => one.dispose()) }),
    },
    window: {
      get activeTextEditor() {
        return editor.active;
      },
      onDidChangeActiveTextEditor: event('active'),
      onDidChangeTextEditorSelection: event('selection'),
    },
    workspace: {
      get textDocuments() {
        return editor.documents;
      },
      getWorkspaceFolder: ({ path }: { path: string }) =>
        path.startsWith('/w/') ? folder : undefined,
      asRelativePath: ({ path }: { path: string }) => path.replace(/^\/w\//, ''),
      getConfiguration: () => ({ get: () => undefined }),
      findFiles: async () => {
        if (editor.rulesFail) throw new Error('no search here');
        return [...files.keys()].filter((name) => name.endsWith('/.gitignore')).map(uri);
      },
      fs: {
        stat: async (of: object) => {
          touched.push(`${of}`);
          const text = files.get(`${of}`);
          if (text === undefined) throw new Error('not found');
          return { type: 1, size: text.length };
        },
        readFile: async (of: object) => new TextEncoder().encode(files.get(`${of}`)),
      },
      createFileSystemWatcher: () => ({
        onDidCreate: event('ignore'),
        onDidChange: event('ignore'),
        onDidDelete: event('ignore'),
        dispose: () => {},
      }),
      onDidChangeWorkspaceFolders: event('folders'),
      onDidDeleteFiles: event('delete'),
      onDidRenameFiles: event('rename'),
      onDidChangeTextDocument: event('edit'),
    },
  };
});

const lines = (name: string): string =>
  Array.from({ length: 10 }, (_, line) => `${name}.call(${line});`).join('\n');

function open(name: string, text = lines(name)): vscode.TextDocument {
  const rows = text.split('\n');
  const document = {
    uri: editor.uri(`file://${name}`),
    languageId: 'typescript',
    isClosed: false,
    lineCount: rows.length,
    lineAt: (line: number) => ({ text: rows[line] ?? '', range: { end: 0 } }),
    offsetAt: () => text.length,
    getText: () => text,
  };
  editor.documents.push(document);
  return document as unknown as vscode.TextDocument;
}

beforeEach(() => {
  editor.files.clear();
  editor.listeners.clear();
  editor.documents.length = 0;
  editor.touched.length = 0;
  editor.active = undefined;
  editor.rulesFail = false;
});

async function feed(options: { enabled?: boolean; off?: string } = {}) {
  const clock = createFakeClock();
  const held = { enabled: options.enabled ?? true };
  const made = createContextFeed({
    clock,
    enabled: () => held.enabled,
    isOn: ({ uri }) => uri.path !== options.off,
    onDidChange: editor.event('settings') as never,
  });
  await clock.settle();
  return {
    clock,
    of: made.of,
    dispose: made.dispose,
    paths: (document: vscode.TextDocument) => made.of(document)?.map(({ path }) => path),
    async visit(document: vscode.TextDocument): Promise<void> {
      editor.active = { document, selection: { active: { line: 2 } } };
      editor.fire('active', editor.active);
      await clock.settle();
    },
    async type(document: vscode.TextDocument): Promise<void> {
      editor.fire('edit', { document, contentChanges: [{}] });
      await clock.settle();
    },
    async enable(enabled: boolean): Promise<void> {
      held.enabled = enabled;
      editor.fire('settings', undefined);
      await clock.settle();
    },
  };
}

const A = '/w/src/a.ts';
const B = '/w/src/b.ts';

test('what was left is told in the file that is entered, and not the other way round', async () => {
  const { visit, paths } = await feed();
  const [a, b] = [open(A), open(B)];
  await visit(a);
  await visit(b);
  expect(paths(b)).toEqual(['src/a.ts']);
  expect(paths(a)).toEqual([]);
  await visit(a);
  expect(paths(a)).toEqual(['src/b.ts']);
});

test('what is imported comes first, read from the open document or from its file', async () => {
  const { visit, of } = await feed();
  editor.files.set('file:///w/src/c.ts', 'export const c = 1;\n');
  const a = open(A, "import './b.ts';\nimport './c.ts';\nimport './gone.ts';\n");
  open(B, 'export const unsaved = 1;\n');
  await visit(open('/w/src/d.ts'));
  await visit(a);
  expect(of(a)?.map(({ path, kind }) => [path, kind])).toEqual([
    ['src/b.ts', 'import'],
    ['src/c.ts', 'import'],
    ['src/d.ts', 'recent'],
  ]);
  expect(of(a)?.[0]?.text).toContain('unsaved');
});

test('while the person types nothing changes; after a pause it may', async () => {
  const { visit, type, of, clock } = await feed();
  const [a, b] = [open(A, "import './b.ts';\n"), open(B, 'export const b = 1;\n')];
  editor.files.set('file:///w/src/c.ts', 'export const c = 1;\n');
  await visit(b);
  await visit(a);
  const before = of(a);
  const edited = open(A, "import './b.ts';\nimport './c.ts';\n");
  for (let key = 0; key < 50; key += 1) {
    await type(a);
    await clock.advance(200);
    expect(of(a)).toBe(before);
  }
  Object.assign(a, { lineAt: edited.lineAt, lineCount: edited.lineCount });
  await clock.advance(3000);
  expect(of(a)?.slice(0, before?.length)).toEqual(before);
  expect(of(a)?.map(({ path }) => path)).toEqual(['src/b.ts', 'src/c.ts']);
});

test('imports that arrive after the first key wait for the pause', async () => {
  const { visit, type, paths, clock } = await feed();
  editor.files.set('file:///w/src/c.ts', 'export const c = 1;\n');
  const a = open(A, "import './c.ts';\n");
  const entered = visit(a);
  editor.fire('edit', { document: a, contentChanges: [{}] });
  await entered;
  await type(a);
  expect(paths(a)).toEqual([]);
  await clock.advance(3000);
  expect(paths(a)).toEqual(['src/c.ts']);
});

describe('never taken:', () => {
  const places: readonly (readonly [why: string, path: string, text: string])[] = [
    ['a file of secrets that is open', '/w/.env', lines('x')],
    ['a key', '/w/certs/server.key', lines('x')],
    ['a file outside the workspace', '/home/me/other.ts', lines('x')],
    ['an ignored file', '/w/ignored/x.ts', lines('x')],
    ['a generated file', '/w/node_modules/x/index.ts', lines('x')],
    [
      'a source that holds a private key',
      '/w/src/k.ts',
      `${lines('k')}\nconst k = '-----BEGIN RSA PRIVATE KEY-----';\n`,
    ],
    ['a file where First Token is off', '/w/src/off.ts', lines('x')],
  ];
  test.each(places)('%s', async (_why, path, text) => {
    editor.files.set('file:///w/.gitignore', 'ignored/\n');
    editor.files.set(`file://${path}`, text);
    const { visit, paths } = await feed({ off: '/w/src/off.ts' });
    const a = open(A, `import '..${path.replace('/w', '')}';\n${lines('a')}`);
    await visit(open(path, text));
    await visit(a);
    expect(paths(a)).toEqual([]);
    const b = open(B);
    await visit(b);
    expect(paths(b)).toEqual(['src/a.ts']);
  });

  test('nothing of a secret file that is imported is even looked at', async () => {
    const { visit } = await feed();
    await visit(open(A, "import '../.env.json';\nimport '../../outside.ts';\n"));
    expect(editor.touched).toEqual([]);
  });

  test('anything, where the ignore rules cannot be read', async () => {
    editor.rulesFail = true;
    const { visit, paths } = await feed();
    await visit(open(A));
    const b = open(B);
    await visit(b);
    expect(paths(b)).toEqual([]);
  });
});

test('a file that becomes ignored is forgotten', async () => {
  const { visit, paths, clock } = await feed();
  const b = open(B);
  await visit(open(A));
  await visit(b);
  editor.files.set('file:///w/.gitignore', 'a.ts\n');
  editor.fire('ignore', undefined);
  await clock.settle();
  expect(paths(b)).toEqual([]);
});

test('a deleted file is forgotten at once', async () => {
  const { visit, paths } = await feed();
  const b = open(B);
  await visit(open(A));
  await visit(b);
  editor.fire('delete', { files: [editor.uri(`file://${A}`)] });
  expect(paths(b)).toEqual([]);
});

test('switched off, nothing is listened to and all is forgotten', async () => {
  const { visit, of, enable, type, clock, dispose } = await feed({ enabled: false });
  const b = open(B);
  expect([...editor.listeners.values()].filter(({ size }) => size > 0)).toHaveLength(1);
  expect(of(b)).toBeUndefined();
  await enable(true);
  await visit(open(A));
  await visit(b);
  await type(b);
  expect(of(b)).toHaveLength(1);
  await enable(false);
  expect(of(b)).toBeUndefined();
  expect(clock.sleeping()).toBe(0);
  await enable(true);
  expect(of(b)).toEqual([]);
  dispose();
  expect([...editor.listeners.values()].every(({ size }) => size === 0)).toBe(true);
});
