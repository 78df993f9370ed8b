import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../lib/project-root.ts';
import { runCommand } from '../lib/run-command.ts';
import type { Provision } from './provision.ts';

const cacheFolder = path.join(projectRoot, '.vscode-test');

const LINUX_PATHS = [
  '/usr/share/code/code',
  '/usr/lib/code/code',
  '/opt/visual-studio-code/code',
  '/snap/code/current/usr/share/code/code',
  '/usr/share/code-insiders/code-insiders',
];
const MAC_APPS = ['Visual Studio Code.app', 'Visual Studio Code - Insiders.app'];
const WINDOWS_TAILS = [
  'Programs\\Microsoft VS Code\\Code.exe',
  'Microsoft VS Code\\Code.exe',
  'Programs\\Microsoft VS Code Insiders\\Code - Insiders.exe',
];

function installedPaths(): string[] {
  if (process.platform === 'darwin')
    return MAC_APPS.flatMap((app) =>
      ['/Applications', path.join(process.env['HOME'] ?? '', 'Applications')].map((folder) =>
        path.join(folder, app, 'Contents', 'MacOS', 'Electron'),
      ),
    );
  if (process.platform === 'win32') {
    const roots = ['LOCALAPPDATA', 'PROGRAMFILES'].flatMap((name) => process.env[name] ?? []);
    return roots.flatMap((root) => WINDOWS_TAILS.map((tail) => path.join(root, tail)));
  }
  return LINUX_PATHS;
}

/** The executable of an earlier download; test-electron names its folders vscode-<platform>-<version>. */
function downloadedPath(): string | undefined {
  if (!existsSync(cacheFolder)) return undefined;
  for (const folder of readdirSync(cacheFolder).sort().reverse()) {
    const candidates = [
      ['code'],
      ['Code.exe'],
      ['Visual Studio Code.app', 'Contents', 'MacOS', 'Electron'],
    ].map((tail) => path.join(cacheFolder, folder, ...tail));
    // is-complete is test-electron's mark of a whole download.
    if (!existsSync(path.join(cacheFolder, folder, 'is-complete'))) continue;
    const found = candidates.find((file) => existsSync(file));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The program of a desktop VS Code: VSCODE_PATH, else an installed one, else one downloaded into
 * .vscode-test within `downloadLimitMs`.
 */
export async function ensureDesktopVscode(downloadLimitMs: number): Promise<Provision<string>> {
  const chosen = process.env['VSCODE_PATH'];
  if (chosen !== undefined && chosen !== '')
    return existsSync(chosen)
      ? { found: chosen }
      : { missing: `VSCODE_PATH names ${chosen}, which does not exist: correct it.` };
  const local = installedPaths().find((file) => existsSync(file)) ?? downloadedPath();
  if (local !== undefined) return { found: local };

  // In a process of its own, because a download that hangs cannot be called off.
  const script = path.join(projectRoot, 'scripts', 'vscode', 'download-desktop-vscode.ts');
  const { code, output } = await runCommand(process.execPath, [script, cacheFolder], {
    timeoutMs: downloadLimitMs,
  });
  const downloaded = downloadedPath();
  if (code === 0 && downloaded !== undefined) return { found: downloaded };
  const cause = output.trim().split('\n').at(-1) ?? '';
  return {
    missing: `Desktop VS Code is not installed and could not be downloaded (${cause}): install it from https://code.visualstudio.com, or name its program in VSCODE_PATH.`,
  };
}
