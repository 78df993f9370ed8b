import { beforeEach, expect, test, vi } from 'vitest';
import { createPredictor } from '../../src/core/predictor/predictor.ts';
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
    documents: [] as object[],
    reads: [] as string[],
    settings: new Map<string, unknown>(),
    listeners,
    event,
    uri,
    fire: (name: string, value: unknown) => {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(value as never);
    },
  };
});

vi.mock('vscode', () => {
  const { files, event, uri, reads, settings } = editor;
  const folder = { uri: uri('file:///w'), name: 'w', index: 0 };
  return {
    FileType: { File: 1, Directory: 2 },
    Uri: { parse: uri },
    TabInputText: class {},
    Disposable: {
      from: (...all: { dispose(): void }[]) => ({ dispose: () => all.map((one) => one.dispose()) }),
    },
    window: { activeTextEditor: undefined, tabGroups: { all: [] } },
    workspace: {
      get textDocuments() {
        return editor.documents;
      },
      getWorkspaceFolder: ({ scheme, path }: { scheme: string; path: string }) =>
        scheme === 'file' && path.startsWith('/w/') ? folder : undefined,
      asRelativePath: ({ path }: { path: string }) => path.replace(/^\/w\//, ''),
      getConfiguration: (section: string) => ({
        get: (key: string) => settings.get(`${section}.${key}`),
      }),
      findFiles: async (include: string) =>
        [...files.keys()]
          .filter((name) => include === '**/*' || name.endsWith('/.gitignore'))
          .map(uri),
      fs: {
        stat: async (of: object) => ({ type: 1, size: files.get(`${of}`)?.length ?? 0 }),
        readFile: async (of: object) => {
          reads.push(`${of}`);
          const text = files.get(`${of}`);
          if (text === undefined) throw new Error('not found');
          return new TextEncoder().encode(text);
        },
      },
      createFileSystemWatcher: () => ({
        onDidCreate: event('create'),
        onDidChange: event('change'),
        onDidDelete: event('delete'),
        dispose: () => {},
      }),
      onDidRenameFiles: event('rename'),
      onDidOpenTextDocument: event('open'),
      onDidChangeTextDocument: event('edit'),
      onDidSaveTextDocument: event('save'),
      onDidCloseTextDocument: event('close'),
      onDidChangeWorkspaceFolders: event('folders'),
      onDidChangeConfiguration: event('configuration'),
    },
  };
});

const { createWorkspaceFeed } = await import('../../src/editor/workspace-feed.ts');

const LINE = 'registry.register(createHandler(options));\n';

beforeEach(() => {
  editor.files.clear();
  editor.documents.length = 0;
  editor.reads.length = 0;
  editor.listeners.clear();
  editor.settings.clear();
});

function document(name: string, text: string) {
  return {
    uri: editor.uri(name),
    languageId: 'typescript',
    isClosed: false,
    text,
    lineCount: text.split('\n').length,
    lineAt: () => ({ range: { end: 0 } }),
    offsetAt: () => text.length,
    getText: () => text,
  };
}

async function feed(enabled = true) {
  const clock = createFakeClock();
  const predictor = createPredictor();
  const learned: string[] = [];
  const forgotten: string[] = [];
  const state = { enabled };
  const watched = {
    ...predictor,
    learn: (one: Parameters<typeof predictor.learn>[0]) => {
      learned.push(one.path);
      predictor.learn(one);
    },
    forget: (uri: string) => {
      forgotten.push(uri);
      predictor.forget(uri);
    },
  };
  const log: string[] = [];
  const running = createWorkspaceFeed({
    predictor: watched,
    clock,
    log: (line) => log.push(line),
    enabled: () => state.enabled,
  });
  const earlyProgress = running.progress();
  await clock.advance(10);
  return { clock, predictor, learned, forgotten, log, running, state, earlyProgress };
}

test('open documents come first, then the files of the workspace, nearest first', async () => {
  for (const path of ['far/deep/a.ts', 'src/b.ts', 'src/open.ts', 'c.ts']) {
    editor.files.set(`file:///w/${path}`, LINE);
  }
  editor.documents.push(document('file:///w/src/open.ts', LINE));
  const { learned, running, log, earlyProgress } = await feed();
  expect(learned).toEqual(['src/open.ts', 'src/b.ts', 'c.ts', 'far/deep/a.ts']);
  expect(earlyProgress).toEqual({ files: 0, tokens: 0, done: false });
  expect(running.progress()).toMatchObject({ files: 4, done: true });
  expect(log).toHaveLength(1);
  // Nothing of the code, nor a name, is in the log.
  expect(log[0]).toMatch(/^Learned 4 files, \d+ tokens, \d+ MB by [\d.]+ s\.$/);
});

test('what must not be learned is not even read', async () => {
  editor.files.set('file:///w/.gitignore', 'private/\n');
  editor.files.set('file:///w/sub/.gitignore', '*.gen.ts\n');
  for (const path of ['private/a.ts', 'sub/x.gen.ts', '.env', 'id_rsa', 'node_modules/a/b.js']) {
    editor.files.set(`file:///w/${path}`, LINE);
  }
  editor.files.set('file:///w/big.ts', LINE.repeat(10_000));
  editor.files.set('file:///w/ok.gen.ts', LINE);
  const { learned } = await feed();
  expect(learned.sort()).toEqual(['.gitignore', 'ok.gen.ts', 'sub/.gitignore']);
  expect(editor.reads.some((name) => /private|env|rsa|node_modules|x\.gen|big/.test(name))).toBe(
    false,
  );
});

test('an edited document is learned again once the person pauses', async () => {
  const { clock, learned } = await feed();
  const edited = document('file:///w/a.ts', LINE);
  editor.documents.push(edited);
  for (let i = 0; i < 5; i++) {
    editor.fire('edit', { document: edited, contentChanges: [{}] });
    await clock.advance(100);
  }
  expect(learned).toEqual([]);
  await clock.advance(60);
  expect(learned).toEqual(['a.ts']);
  expect(clock.sleeping()).toBe(0);
});

test('panes and diffs are not documents', async () => {
  const { learned } = await feed();
  for (const name of ['output:///x', 'git:///w/a.ts', 'vscode-userdata:///settings.json']) {
    editor.fire('open', document(name, LINE));
  }
  editor.fire('open', document('untitled:///Untitled-1', LINE));
  editor.fire('open', document('file:///elsewhere/.env', LINE));
  expect(learned).toEqual(['/Untitled-1']);
});

test('files that appear, change, move or go are followed', async () => {
  editor.files.set('file:///w/dir/a.ts', LINE);
  editor.files.set('file:///w/dir/b.ts', LINE);
  const { clock, predictor } = await feed();
  editor.files.set('file:///w/c.ts', LINE);
  editor.fire('create', editor.uri('file:///w/c.ts'));
  await clock.advance(1);
  expect(predictor.stats().files).toBe(3);
  // A directory is reported once.
  editor.files.delete('file:///w/dir/a.ts');
  editor.files.delete('file:///w/dir/b.ts');
  editor.fire('delete', editor.uri('file:///w/dir'));
  expect(predictor.stats().files).toBe(1);
  editor.files.delete('file:///w/c.ts');
  editor.files.set('file:///w/d.ts', LINE);
  editor.fire('rename', {
    files: [{ oldUri: editor.uri('file:///w/c.ts'), newUri: editor.uri('file:///w/d.ts') }],
  });
  await clock.advance(1);
  expect(predictor.stats().files).toBe(1);
  editor.files.set('file:///w/d.ts', 'a\0b');
  editor.fire('change', editor.uri('file:///w/d.ts'));
  await clock.advance(1);
  expect(predictor.stats().files).toBe(0);
});

test('new ignore rules make it forget what they cover', async () => {
  editor.files.set('file:///w/a.ts', LINE);
  editor.files.set('file:///w/b.ts', LINE);
  const { clock, predictor, forgotten } = await feed();
  expect(predictor.stats().files).toBe(2);
  editor.files.set('file:///w/.gitignore', 'a.ts\n');
  editor.fire('create', editor.uri('file:///w/.gitignore'));
  await clock.advance(10);
  expect(forgotten).toEqual(['file:///w/a.ts']);
});

test('switched off it reads nothing, stops what runs and forgets everything', async () => {
  for (let i = 0; i < 12; i++) editor.files.set(`file:///w/${i}.ts`, LINE);
  const { clock, predictor, running, state } = await feed(false);
  expect(editor.reads).toEqual([]);
  expect(running.progress()).toEqual({ files: 0, tokens: 0, done: true });

  state.enabled = true;
  editor.fire('configuration', { affectsConfiguration: () => true });
  await clock.advance(10);
  expect(predictor.stats().files).toBe(12);

  state.enabled = false;
  editor.fire('configuration', { affectsConfiguration: () => true });
  await clock.advance(10);
  expect(predictor.stats()).toMatchObject({ files: 0, tokens: 0 });
  editor.fire('open', document('file:///w/1.ts', LINE));
  editor.fire('create', editor.uri('file:///w/2.ts'));
  await clock.advance(500);
  expect(predictor.stats().files).toBe(0);
  expect(clock.sleeping()).toBe(0);
});

test('disposed it lets go of every listener', async () => {
  const { running, clock } = await feed();
  running.dispose();
  await clock.advance(500);
  for (const [name, set] of editor.listeners) {
    expect([name, set.size]).toEqual([name, 0]);
  }
  expect(clock.sleeping()).toBe(0);
});
