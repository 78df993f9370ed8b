import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../lib/run-command.ts';
import { findFreePort } from './free-port.ts';
import { startProcessGroup } from './process-group.ts';
import { QUIET_SETTINGS } from './quiet-settings.ts';
import { makeSocketFolder } from './socket-folder.ts';

export interface ServerOptions {
  /** From ensureBrowserVscode. */
  readonly serverFolder: string;
  /** Extension package to install; none for an extension under development. */
  readonly vsix?: string;
  /** The person's settings, as in settings.json. */
  readonly userSettings?: Readonly<Record<string, unknown>>;
  /** Ask whether folders are trusted, as VS Code does. Off: every folder is trusted. */
  readonly workspaceTrust?: boolean;
  /** Accept the payload keys that run tests inside the extension host. */
  readonly smokeTestDriver?: boolean;
  /** More environment for the server and its extension hosts. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface VscodeServer {
  /** Address without folder, for example http://127.0.0.1:40123/ */
  readonly url: string;
  readonly port: number;
  /** The throw-away folder: `user/User/settings.json`, `server/data/logs`, `extensions`, sockets. */
  readonly dataFolder: string;
  /** Rewrites the person's settings; a window reads them when it is loaded. */
  writeUserSettings(settings: Readonly<Record<string, unknown>>): void;
  /** What the server printed so far. */
  output(): string;
  /** Ends the server with all it started and removes the throw-away folder. */
  stop(): Promise<void>;
}

/** On two busy cores the server answers after 2 to 10 s. */
const START_TIMEOUT_MS = 60_000;

/** Starts VS Code's server on a free loopback port with throw-away data and waits until it answers. */
export async function launchServer(options: ServerOptions): Promise<VscodeServer> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'first-token-vscode-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const main = path.join(options.serverFolder, 'out', 'server-main.js');
  const folders = [
    ...['--server-data-dir', path.join(dataFolder, 'server')],
    ...['--user-data-dir', path.join(dataFolder, 'user')],
    ...['--extensions-dir', path.join(dataFolder, 'extensions')],
  ];
  const sockets = makeSocketFolder(dataFolder);
  const removeData = () => {
    for (const folder of [dataFolder, sockets?.folder ?? dataFolder])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', removeData);

  const writeUserSettings = (settings: Readonly<Record<string, unknown>>) => {
    const folder = path.join(dataFolder, 'user', 'User');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, 'settings.json'),
      `${JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2)}\n`,
    );
  };
  writeUserSettings(options.userSettings ?? {});

  if (options.vsix !== undefined) {
    const install = await runCommand(
      process.execPath,
      [main, ...folders, '--accept-server-license-terms', '--install-extension', options.vsix],
      { env: { ...process.env, ...sockets?.env } },
    );
    if (install.code !== 0 || !install.output.includes('successfully installed')) {
      removeData();
      throw new Error(`${path.basename(options.vsix)} was refused by VS Code: ${install.output}`);
    }
  }

  let output = '';
  const group = startProcessGroup(
    process.execPath,
    [
      main,
      ...folders,
      ...['--host', '127.0.0.1', '--port', String(port)],
      '--without-connection-token',
      '--accept-server-license-terms',
      '--disable-telemetry',
      '--disable-experiments',
      // Else the extension hosts of closed pages live on for three hours.
      ...['--reconnection-grace-time', '1'],
      ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
      ...(options.smokeTestDriver === true ? ['--enable-smoke-test-driver'] : []),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...sockets?.env, ...options.env } },
  );
  const take = (chunk: Buffer) => {
    output += chunk.toString();
  };
  group.child.stdout?.on('data', take);
  group.child.stderr?.on('data', take);

  const stop = async () => {
    await group.stop();
    process.removeListener('exit', removeData);
    removeData();
  };

  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) break;
    if (Date.now() > deadline || group.child.exitCode !== null) {
      await stop();
      throw new Error(`VS Code's server did not start on ${url}: ${output.trim().slice(-2000)}`);
    }
    await sleep(100);
  }
  return { url, port, dataFolder, writeUserSettings, output: () => output, stop };
}
