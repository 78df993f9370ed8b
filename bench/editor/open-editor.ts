import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { ensureBrowserVscode } from '../../scripts/vscode/ensure-browser-vscode.ts';
import { launchServer } from '../../scripts/vscode/launch-server.ts';
import { demand } from '../../scripts/vscode/provision.ts';
import type { RaceRecord } from '../../src/core/record.ts';
import { openWorkbench, type Workbench } from '../../test/support/vscode/open-workbench.ts';
import { type GhostProbe, installGhostProbe } from './ghost-probe.ts';
import { benchDocument } from './scenario.ts';

/** A real VS Code with one extension and the document of the benches open. */
export interface BenchEditor {
  readonly workbench: Workbench;
  readonly probe: GhostProbe;
  /** Puts the cursor behind a line of the document. Starts no request. */
  goBehind(line: string): Promise<void>;
  /** What our extension wrote down of its races so far. */
  records(): readonly RaceRecord[];
  close(): Promise<void>;
}

export interface BenchEditorOptions {
  readonly browser: Browser;
  readonly vsix: string;
  /** Publisher and name of the packed extension, where it is not ours. */
  readonly extensionId?: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

const FILE = 'report.py';

/** What would write by itself or take keys, in every editor alike. */
const SETTINGS = {
  'files.autoSave': 'off',
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'editor.suggestOnTriggerCharacters': false,
  'editor.parameterHints.enabled': false,
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
};

export async function openEditor(options: BenchEditorOptions): Promise<BenchEditor> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'first-token-bench-'));
  const folder = path.join(temporary, 'work');
  mkdirSync(folder);
  const text = benchDocument();
  writeFileSync(path.join(folder, FILE), text);
  const server = await launchServer({
    serverFolder: demand(await ensureBrowserVscode()),
    vsix: options.vsix,
    userSettings: { ...SETTINGS, ...options.settings },
  });
  const close = async () => {
    await server.stop();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const workbench = await openWorkbench(server, options.browser, {
      workspace: folder,
      ...(options.extensionId === undefined ? {} : { extensionId: options.extensionId }),
    });
    const lines = text.split('\n');
    const goBehind = (line: string) =>
      workbench.openFile(FILE, lines.indexOf(line) + 1, line.length + 1);
    await goBehind(lines.at(-2) ?? '');
    return {
      workbench,
      probe: await installGhostProbe(workbench.page),
      goBehind,
      records: () => readRaces(server.dataFolder),
      async close() {
        await workbench.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function readRaces(dataFolder: string): RaceRecord[] {
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /records-[^/\\]*\.jsonl$/.test(file))
    .flatMap((file) => readFileSync(path.join(dataFolder, file), 'utf8').trim().split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RaceRecord)
    .filter(({ kind }) => kind === 'race');
}
