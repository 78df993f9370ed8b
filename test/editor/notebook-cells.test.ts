import { expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { cellsAround } from '../../src/editor/notebook-cells.ts';

const editor = vi.hoisted(() => ({ notebooks: [] as { getCells: () => unknown[] }[] }));

vi.mock('vscode', () => ({
  NotebookCellKind: { Markup: 1, Code: 2 },
  workspace: {
    get notebookDocuments() {
      return editor.notebooks;
    },
  },
}));

function cell(text: string, { kind = 2, languageId = 'python' } = {}) {
  const uri = { scheme: 'vscode-notebook-cell' };
  return { kind, document: { uri, languageId, getText: () => text } };
}
const around = (one: ReturnType<typeof cell>) =>
  cellsAround(one.document as unknown as vscode.TextDocument);

test('a cell sees the code cells of its language before and behind it, in their order', () => {
  const here = cell('df.head()');
  const cells = [
    cell('import pandas as pd\n'),
    cell('# A title', { kind: 1 }),
    cell('df = pd.read_csv("a.csv")'),
    cell('%%sql select 1', { languageId: 'sql' }),
    here,
    cell(''),
    cell('df.plot()'),
  ];
  editor.notebooks = [{ getCells: () => [cell('other()')] }, { getCells: () => cells }];
  expect(around(here)).toEqual({
    before: 'import pandas as pd\n\ndf = pd.read_csv("a.csv")\n\n',
    after: '\n\ndf.plot()',
  });
});

test('of a long notebook the nearest cells, and only whole ones', () => {
  const here = cell('x');
  const long = Array.from({ length: 20 }, (_, index) => cell(`${index}`.padEnd(5000, '.')));
  editor.notebooks = [{ getCells: () => [...long, here, ...long] }];
  const found = around(here);
  expect(found?.before.match(/\d+\./g)?.map(Number)).toEqual([16, 17, 18, 19]);
  expect(found?.after.match(/\d+\./g)?.map(Number)).toEqual([0]);
});

test('no other document has cells', () => {
  const file = { uri: { scheme: 'file' } } as unknown as vscode.TextDocument;
  expect(cellsAround(file)).toBeUndefined();
  editor.notebooks = [];
  expect(around(cell('x'))).toBeUndefined();
});
