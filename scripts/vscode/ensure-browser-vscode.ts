import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../lib/project-root.ts';
import { runCommand } from '../lib/run-command.ts';
import { canInstallDebianPackages, installDebianPackages } from './install-debian-packages.ts';
import type { Provision } from './provision.ts';
import { restoreProposalChecks } from './restore-proposal-checks.ts';

const toolFolder = path.join(projectRoot, 'tools', 'browser-vscode');
const packageFolder = path.join(toolFolder, 'node_modules', 'code-server');
/** Written last: an interrupted install is not mistaken for a whole one. */
const readyMark = path.join(toolFolder, 'node_modules', '.ready');

/** What the native modules of VS Code's server are built with, and how to see whether it is there. */
const BUILD_NEEDS = [
  { packages: ['python3'], probe: ['python3', '--version'] },
  { packages: ['make'], probe: ['make', '--version'] },
  { packages: ['g++'], probe: ['g++', '--version'] },
  {
    packages: ['libkrb5-dev', 'pkg-config'],
    probe: ['pkg-config', '--exists', 'krb5-gssapi'],
  },
] as const;

/** One `npm ci` takes about 70 s; a slow network is given ten minutes. */
const INSTALL_TIMEOUT_MS = 600_000;

function readVersion(file: string, read: (json: unknown) => unknown): string | undefined {
  try {
    const version = read(JSON.parse(readFileSync(file, 'utf8')));
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

async function findMissingPackages(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const missing: string[] = [];
  for (const need of BUILD_NEEDS) {
    const [command, ...args] = need.probe;
    if ((await runCommand(command, args)).code !== 0) missing.push(...need.packages);
  }
  return missing;
}

/**
 * Without what an outer `npm test` or `npm start` set for its own script: above all its user agent, which
 * names the Node.js that npm itself runs on, and which code-server's install script takes for the one in use.
 */
function innerNpmEnv(): NodeJS.ProcessEnv {
  const ofOuterNpm =
    /^(npm_(package|lifecycle)_|npm_(command|execpath|node_execpath)$|npm_config_(user_agent|local_prefix|npm_version|node_gyp)$|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofOuterNpm.test(name)));
}

async function install(): Promise<string | undefined> {
  if (process.platform === 'win32')
    return 'VS Code in the browser cannot be installed on Windows: install desktop VS Code from https://code.visualstudio.com and run npm start again.';
  const missing = await findMissingPackages();
  if (missing.length > 0) {
    const problem = canInstallDebianPackages()
      ? await installDebianPackages(missing)
      : `install ${missing.join(' ')} (Debian names), then run this again.`;
    if (problem !== undefined)
      return `VS Code in the browser needs tools that are missing to build its native modules: ${problem}`;
  }
  process.stdout.write('Installing VS Code for the browser (code-server), about a minute…\n');
  const result = await runCommand('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: toolFolder,
    env: innerNpmEnv(),
    timeoutMs: INSTALL_TIMEOUT_MS,
  });
  if (result.code === 0) return undefined;
  const log = path.join(projectRoot, 'out', 'browser-vscode-install.log');
  mkdirSync(path.dirname(log), { recursive: true });
  writeFileSync(log, result.output);
  return 'VS Code in the browser could not be installed: out/browser-vscode-install.log says why; check the network, then run npm ci in tools/browser-vscode.';
}

/**
 * The folder of VS Code's server build (holds `out/server-main.js`), installed on demand at the version
 * that tools/browser-vscode pins, with the checks of proposed API in place.
 */
export async function ensureBrowserVscode(): Promise<Provision<string>> {
  const wanted = readVersion(
    path.join(toolFolder, 'package.json'),
    (json) => (json as { dependencies: Record<string, string> }).dependencies['code-server'],
  );
  const installed = readVersion(
    path.join(packageFolder, 'package.json'),
    (json) => (json as { version: string }).version,
  );
  if (wanted === undefined) return { missing: 'tools/browser-vscode/package.json is broken.' };
  if (installed !== wanted || !existsSync(readyMark)) {
    const problem = await install();
    if (problem !== undefined) return { missing: problem };
  }
  const server = path.join(packageFolder, 'lib', 'vscode');
  if (!existsSync(path.join(server, 'node_modules')))
    return {
      missing:
        'VS Code in the browser is incomplete because npm did not run its install script: run npm ci in tools/browser-vscode.',
    };
  restoreProposalChecks(path.join(server, 'out'));
  writeFileSync(readyMark, '');
  return { found: server };
}
