import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { canInstallDebianPackages, installDebianPackages } from './install-debian-packages.ts';
import type { Provision } from './provision.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WINDOWS_PATHS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function candidates(): string[] {
  if (process.platform === 'darwin') return MAC_PATHS;
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
      (name) => process.env[name] ?? [],
    );
    return roots.flatMap((root) => WINDOWS_PATHS.map((tail) => path.join(root, tail)));
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/**
 * A Chromium-like browser: CHROME_PATH, else one installed under a known name, else, as root on Debian,
 * the package `chromium`. Never downloads a browser by other means.
 */
export async function ensureChromium(): Promise<Provision<string>> {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '')
    return isExecutable(chosen)
      ? { found: chosen }
      : { missing: `CHROME_PATH names ${chosen}, which is not a program: correct it.` };

  const installed = candidates().find(isExecutable);
  if (installed !== undefined) return { found: installed };

  if (canInstallDebianPackages()) {
    // The fonts: without any monospaced font the editor is unreadable in screenshots.
    const problem = await installDebianPackages(['chromium', 'fonts-dejavu-core']);
    if (problem !== undefined) return { missing: `Chromium is missing, and ${problem}` };
    const added = candidates().find(isExecutable);
    if (added !== undefined) return { found: added };
  }
  return {
    missing:
      'Chrome or Chromium is missing: install one, or set CHROME_PATH to the program of one.',
  };
}
