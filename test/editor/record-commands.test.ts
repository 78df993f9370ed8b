import { beforeEach, expect, test, vi } from 'vitest';
import { copyReport, saveExport } from '../../src/editor/record-commands.ts';

/** The dialog answers with the path that the test says; what is written, copied and said is kept. */
const editor = vi.hoisted(() => ({
  path: undefined as string | undefined,
  dialog: {} as { filters?: Record<string, string[]> },
  written: [] as [path: string, text: string][],
  refusal: null as Error | null,
  clipboard: '',
  messages: [] as string[],
  errors: [] as string[],
  press: undefined as string | undefined,
  opened: [] as unknown[],
}));

vi.mock('vscode', () => ({
  Uri: {
    file: (path: string) => ({ path }),
    joinPath: (base: { path: string }, name: string) => ({ path: `${base.path}/${name}` }),
  },
  env: {
    clipboard: {
      writeText: async (text: string) => {
        editor.clipboard = text;
      },
    },
  },
  workspace: {
    workspaceFolders: undefined,
    asRelativePath: ({ path }: { path: string }) => path.replace('/home/ada/', ''),
    fs: {
      writeFile: async ({ path }: { path: string }, bytes: Uint8Array) => {
        if (editor.refusal !== null) throw editor.refusal;
        editor.written.push([path, new TextDecoder().decode(bytes)]);
      },
    },
    openTextDocument: async (options: unknown) => options,
  },
  window: {
    showSaveDialog: async (options: typeof editor.dialog) => {
      editor.dialog = options;
      return editor.path === undefined ? undefined : { path: editor.path };
    },
    showInformationMessage: async (message: string) => {
      editor.messages.push(message);
      return editor.press;
    },
    showErrorMessage: async (message: string) => {
      editor.errors.push(message);
    },
    showTextDocument: async (document: unknown) => editor.opened.push(document),
  },
}));

beforeEach(() => {
  Object.assign(editor, {
    path: undefined,
    written: [],
    refusal: null,
    clipboard: '',
    messages: [],
    errors: [],
    press: undefined,
    opened: [],
  });
});

test.each([
  ['/home/ada/r.jsonl', 'jsonl'],
  ['/home/ada/r.csv', 'csv'],
  ['/home/ada/R.CSV', 'csv'],
  ['/home/ada/r.md', 'md'],
  ['/home/ada/r.markdown', 'md'],
  ['/home/ada/csv', 'jsonl'],
  ['/home/ada/r.md.txt', 'jsonl'],
])('a file named %s is written as %s', async (path, format) => {
  editor.path = path;
  await saveExport(async (asked) => `as ${asked}`);
  expect(editor.written).toEqual([[path, `as ${format}`]]);
  expect(editor.messages).toEqual([expect.stringContaining('are exported to')]);
});

test('all three formats are offered', async () => {
  await saveExport(async () => '');
  expect(Object.values(editor.dialog.filters ?? {})).toEqual([['jsonl'], ['csv'], ['md']]);
});

test('a dialog that was left renders and writes nothing', async () => {
  const render = vi.fn(async () => '');
  await saveExport(render);
  expect(render).not.toHaveBeenCalled();
  expect([editor.written, editor.messages]).toEqual([[], []]);
});

test('a file that cannot be written is told', async () => {
  editor.path = '/home/ada/r.csv';
  editor.refusal = new Error('No space left');
  await saveExport(async () => '');
  expect(editor.errors).toEqual(['The records were not exported to r.csv: No space left']);
  expect(editor.messages).toEqual([]);
});

test('the report goes to the clipboard, and is shown to whoever wants to see it', async () => {
  await copyReport(async () => '## Report');
  expect(editor.clipboard).toBe('## Report');
  expect(editor.messages).toEqual([expect.stringContaining('copied')]);
  expect(editor.opened).toEqual([]);
  editor.press = 'Show';
  await copyReport(async () => '## Report');
  expect(editor.opened).toEqual([{ language: 'markdown', content: '## Report' }]);
});
