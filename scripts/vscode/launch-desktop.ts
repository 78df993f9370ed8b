import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resolveCliArgsFromVSCodeExecutablePath } from '@vscode/test-electron';
import { runCommand } from '../lib/run-command.ts';
import { startProcessGroup } from './process-group.ts';
import { QUIET_SETTINGS } from './quiet-settings.ts';

export interface DesktopOptions {
  /** From ensureDesktopVscode. */
  readonly program: string;
  readonly vsix: string;
  readonly folder: string;
  readonly userSettings: Readonly<Record<string, unknown>>;
}

export interface DesktopWindow {
  /** Resolves when the person closes the window. */
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

/** Opens a folder in desktop VS Code with a throw-away profile that holds nothing but the extension. */
export async function launchDesktop(options: DesktopOptions): Promise<DesktopWindow> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'first-token-desktop-'));
  const removeData = () => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeData);
  const profile = [
    `--user-data-dir=${path.join(dataFolder, 'user')}`,
    `--extensions-dir=${path.join(dataFolder, 'extensions')}`,
  ];
  const settingsFolder = path.join(dataFolder, 'user', 'User');
  mkdirSync(settingsFolder, { recursive: true });
  writeFileSync(
    path.join(settingsFolder, 'settings.json'),
    JSON.stringify({ ...QUIET_SETTINGS, ...options.userSettings }, null, 2),
  );

  const [cli = options.program, ...cliArgs] = resolveCliArgsFromVSCodeExecutablePath(
    options.program,
    { reuseMachineInstall: true },
  );
  const install = await runCommand(cli, [
    ...cliArgs,
    ...profile,
    '--install-extension',
    options.vsix,
  ]);
  if (install.code !== 0)
    throw new Error(`Desktop VS Code refused the extension: ${install.output.trim()}`);

  const asRoot = process.getuid?.() === 0;
  const group = startProcessGroup(
    options.program,
    [
      options.folder,
      ...profile,
      '--new-window',
      '--disable-workspace-trust',
      '--disable-updates',
      '--skip-welcome',
      '--skip-release-notes',
      ...(asRoot ? ['--no-sandbox'] : []),
    ],
    { stdio: 'ignore' },
  );
  const closed = new Promise<void>((resolve, reject) => {
    group.child.once('exit', () => resolve());
    group.child.once('error', reject);
  });
  return {
    closed,
    async stop() {
      await group.stop();
      process.removeListener('exit', removeData);
      removeData();
    },
  };
}
