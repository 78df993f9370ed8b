import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { projectRoot } from '../../../scripts/lib/project-root.ts';
import { ensureBrowserVscode } from '../../../scripts/vscode/ensure-browser-vscode.ts';
import { launchServer, type VscodeServer } from '../../../scripts/vscode/launch-server.ts';
import { demand } from '../../../scripts/vscode/provision.ts';
import { launchBrowser } from '../../support/vscode/browser.ts';
import { openWorkbench, type Workbench } from '../../support/vscode/open-workbench.ts';

export interface Stage {
  readonly workbench: Workbench;
  readonly server: VscodeServer;
  /** The throw-away copy of the sample project that is open. */
  readonly folder: string;
  /** Changes the person's settings and reloads the window: the server build does not watch their file. */
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Text of a file of the folder as it is on disk. */
  readFile(file: string): string;
  close(): Promise<void>;
}

export interface StageOptions {
  /** The person's settings; those of the tests come first and can be overridden. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Changes the folder before it is opened; may return the path of a workspace file to open instead. */
  readonly prepare?: (folder: string) => string | undefined;
  /** Ask whether the folder is trusted. Off: it is. */
  readonly workspaceTrust?: boolean;
  readonly width?: number;
  readonly height?: number;
}

const TEST_SETTINGS = {
  'workbench.colorTheme': 'Dark Modern',
  // No fading, so that a screenshot shows what is there.
  'workbench.reduceMotion': 'on',
  // The web build saves by itself, and a save in between is a change that nobody typed.
  'files.autoSave': 'off',
  // The list of words would take Tab and Escape for itself; suggest.e2e.ts tests the two together.
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
};

/** A real VS Code with the packed extension installed, open on a copy of the sample project. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'first-token-e2e-'));
  const folder = path.join(temporary, 'shop');
  cpSync(path.join(projectRoot, 'sample'), folder, { recursive: true });
  const workspace = options.prepare?.(folder) ?? folder;
  const server = await launchServer({
    serverFolder: demand(await ensureBrowserVscode()),
    vsix: inject('vsix'),
    userSettings: { ...TEST_SETTINGS, ...options.settings },
    workspaceTrust: options.workspaceTrust ?? false,
  });
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    await server.stop();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const workbench = await openWorkbench(server, browser, {
      workspace,
      ...(options.width === undefined ? {} : { width: options.width }),
      ...(options.height === undefined ? {} : { height: options.height }),
    });
    return {
      workbench,
      server,
      folder,
      async changeSettings(settings) {
        server.writeUserSettings({ ...TEST_SETTINGS, ...options.settings, ...settings });
        await workbench.reload();
      },
      readFile: (file) => readFileSync(path.join(folder, file), 'utf8'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
