import { beforeEach, expect, test, vi } from 'vitest';
import { copyReport, saveExport } from '../../src/editor/record-commands.ts';

/** The dialogs answer with the format and path that the test says; what is written, copied and said is kept. */
const editor = vi.hoisted(() => ({
  path: undefined as string | undefined,
  format: 'jsonl' as string | undefined,
  offered: [] as string[],
  dialog: {} as { filters?: Record<string, string[]>; defaultUri?: { path: string } },
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
    showQuickPick: async (items: readonly { label: string; format: string }[]) => {
      editor.offered = items.map(({ label }) => label);
      return items.find(({ format }) => format === editor.format);
    },
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
    format: 'jsonl',
    offered: [],
    dialog: {},
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
  ['jsonl', '/home/ada/r.jsonl', 'jsonl'],
  ['csv', '/home/ada/r.csv', 'csv'],
  ['md', '/home/ada/r.md', 'md'],
  ['csv', '/home/ada/table', 'csv'],
  ['md', '/home/ada/r.md.txt', 'md'],
  ['jsonl', '/home/ada/R.CSV', 'csv'],
  ['csv', '/home/ada/r.markdown', 'md'],
  ['md', '/home/ada/r.jsonl', 'jsonl'],
])('chosen %s, a file named %s is written as %s', async (chosen, path, format) => {
  Object.assign(editor, { format: chosen, path });
  await saveExport(async (asked) => `as ${asked}`);
  expect(editor.written).toEqual([[path, `as ${format}`]]);
});

test.each([
  ['jsonl', 'jsonl', 'The records are saved to x.'],
  ['csv', 'csv', 'The records are saved to x.'],
  ['md', 'md', 'The report is saved to x.'],
])('all formats are offered; %s suggests a name that ends in it', async (format, ending, said) => {
  Object.assign(editor, { format, path: '/home/ada/x' });
  await saveExport(async () => '');
  expect(editor.offered).toEqual(['JSON Lines', 'CSV', 'Markdown Report']);
  expect(editor.dialog.defaultUri?.path).toMatch(new RegExp(`\\.${ending}$`));
  expect(Object.values(editor.dialog.filters ?? {})).toEqual([[ending]]);
  expect(editor.messages).toEqual([said]);
});

test('a dialog that was left renders and writes nothing, and asks no more', async () => {
  const render = vi.fn(async () => '');
  await saveExport(render);
  editor.format = undefined;
  editor.dialog = {};
  await saveExport(render);
  expect(render).not.toHaveBeenCalled();
  expect([editor.written, editor.messages, editor.dialog]).toEqual([[], [], {}]);
});

test('a file that cannot be written is told', async () => {
  editor.path = '/home/ada/r.csv';
  editor.refusal = new Error('No space left');
  await saveExport(async () => '');
  expect(editor.errors).toEqual(['The records could not be saved to r.csv: No space left']);
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
