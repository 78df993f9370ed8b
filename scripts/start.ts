/**
 * First Token in a real VS Code, from a fresh clone: builds and packs the extension, copies the sample
 * project, starts two simulated model servers and opens VS Code with a throw-away profile. Options:
 * --desktop or --web choose the VS Code, --exit-when-ready ends as soon as everything is up. Ctrl+C ends
 * everything and leaves nothing behind.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from './lib/project-root.ts';
import { runMain } from './lib/run-main.ts';
import { packageExtension } from './package.ts';
import { startSimulatedServers } from './simulated-servers.ts';
import { ensureBrowserVscode } from './vscode/ensure-browser-vscode.ts';
import { ensureDesktopVscode } from './vscode/ensure-desktop-vscode.ts';
import { hasDisplay } from './vscode/has-display.ts';
import { launchDesktop } from './vscode/launch-desktop.ts';
import { launchServer } from './vscode/launch-server.ts';
import { openAddress } from './vscode/open-address.ts';
import { demand } from './vscode/provision.ts';

/** 150 MB on a slow line. */
const DOWNLOAD_LIMIT_MS = 300_000;

/** Undo steps of what was started, last first. */
const undo: (() => unknown)[] = [];
let stopping = false;

async function stopEverything(): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const step of undo.reverse()) await step();
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function copySample(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'first-token-sample-'));
  undo.push(() => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }));
  const folder = path.join(parent, 'shop');
  cpSync(path.join(projectRoot, 'sample'), folder, { recursive: true });
  return folder;
}

type Choice =
  | { readonly kind: 'desktop'; readonly program: string; readonly why: string }
  | { readonly kind: 'web'; readonly serverFolder: string; readonly why: string };

async function choose(args: readonly string[]): Promise<Choice> {
  const web = async (why: string): Promise<Choice> => ({
    kind: 'web',
    serverFolder: demand(await ensureBrowserVscode()),
    why,
  });
  if (args.includes('--web')) return web('because of --web');
  if (!args.includes('--desktop') && !hasDisplay()) return web('because there is no display');
  say('Looking for desktop VS Code; without one it is downloaded once…');
  const desktop = await ensureDesktopVscode(DOWNLOAD_LIMIT_MS);
  if ('found' in desktop)
    return { kind: 'desktop', program: desktop.found, why: `found at ${desktop.found}` };
  if (args.includes('--desktop')) throw new Error(desktop.missing);
  say(desktop.missing);
  return web('because there is no desktop VS Code');
}

async function main(args: readonly string[]): Promise<void> {
  const known = ['--web', '--desktop', '--exit-when-ready'];
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown !== undefined)
    throw new Error(`${unknown} is not an option; there are ${known.join(', ')}.`);
  if (!existsSync(path.join(projectRoot, 'src', 'extension.ts')))
    throw new Error('src/extension.ts is missing: check the project out again.');

  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  });
  void ended.then(() => say('Stopping everything…'));

  say('Building and packing the extension…');
  const { vsix } = await packageExtension();
  const choice = await choose(args);
  const folder = copySample();
  const servers = await startSimulatedServers();
  undo.push(() => servers.close());
  for (const { id, endpoint } of servers.entries)
    say(`Simulated model server: ${String(id)} at ${String(endpoint)}`);
  say('Their answers are toys, copied from the file they are asked about: they know nothing.');
  const userSettings = {
    'firstToken.models': servers.entries,
    'firstToken.defaultModel': servers.entries[0]?.['id'] ?? 'auto',
    'firstToken.race.policy': 'race',
    // So that the panel has a TTFT for the loser of each race too.
    'firstToken.race.shadow': 1,
  };

  let closed: Promise<void> = new Promise(() => {});
  if (choice.kind === 'desktop') {
    say(`VS Code: the desktop one, ${choice.why}.`);
    const window = await launchDesktop({ program: choice.program, vsix, folder, userSettings });
    undo.push(() => window.stop());
    closed = window.closed;
  } else {
    say(`VS Code: in the browser, ${choice.why}.`);
    const server = await launchServer({ serverFolder: choice.serverFolder, vsix, userSettings });
    undo.push(() => server.stop());
    const address = `${server.url}?folder=${encodeURIComponent(folder)}`;
    say(`\n  ${address}\n`);
    if (hasDisplay() && !args.includes('--exit-when-ready')) openAddress(address);
  }
  say('What to do now:');
  say(
    '  1. Open src/orders.ts, go to its end and begin one more function; Tab takes the grey text.',
  );
  say(
    '  2. Watch the right end of the status bar: the latency of the last answer. Click it to choose a model.',
  );
  say(
    '  3. F1, then "First Token: Show Latency Panel": two simulated models (120 and 420 ms) and the predictor.',
  );
  say('  4. Ctrl+C here ends everything and leaves nothing behind.');
  if (!args.includes('--exit-when-ready')) await Promise.race([ended, closed]);
}

await runMain(() => main(process.argv.slice(2)));
await stopEverything();
process.exit();
