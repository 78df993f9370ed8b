// Runs one of the project's TypeScript scripts with the project's own Node.js, whatever Node.js (18 or
// newer) the person has: `node scripts/bootstrap.mjs scripts/test.ts --only types`. Plain JavaScript
// because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// Without the warnings that the tools want a newer Node.js than the one that installs them: they get it.
const NPM_CI = ['ci', '--loglevel=error'];
const onWindows = process.platform === 'win32';

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** What differs between package-lock.json and node_modules, in words; undefined when nothing does. */
function findStaleDependency() {
  const locked = readJson('package-lock.json')?.packages;
  if (locked === undefined) fail('package-lock.json is missing or broken: check it out again.');
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (installed === undefined) return 'the dependencies are not installed yet';
  for (const [key, entry] of Object.entries(locked)) {
    if (key === '') continue;
    const version = installed[key]?.version;
    // Optional packages are those of other platforms.
    if (version === undefined && entry.optional) continue;
    if (version !== entry.version) {
      const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `${name} is installed at ${version ?? 'no version'}, package-lock.json says ${entry.version}`;
    }
  }
  return undefined;
}

function installDependencies(reason) {
  process.stdout.write(`Installing the dependencies with npm ci, because ${reason}.\n`);
  const npmCli = process.env['npm_execpath'];
  const options = { cwd: root, stdio: 'inherit' };
  const result =
    npmCli !== undefined && /npm-cli\.c?js$/.test(npmCli)
      ? spawnSync(process.execPath, [npmCli, ...NPM_CI], options)
      : spawnSync(onWindows ? 'npm.cmd' : 'npm', NPM_CI, { ...options, shell: onWindows });
  if (result.error !== undefined)
    fail('npm is missing: install Node.js with npm from https://nodejs.org.');
  if (result.status !== 0)
    fail('npm ci failed: check the network and the messages above, then run npm ci.');
}

/** The pinned Node.js of node_modules, or the running one when it is new enough and the pinned one is missing. */
function findNode() {
  const pinned = path.join(root, 'node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    'Node.js 24 is missing because npm did not run the install script of the package "node": run npm rebuild node, or install Node.js 24.',
  );
}

const [script, ...rest] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Node.js ${process.versions.node} is too old: install Node.js 18 or newer.`);
if (script === undefined) fail('Name a script to run, for example scripts/test.ts.');
if (!existsSync(path.join(root, script))) fail(`${script} does not exist in this project.`);

const stale = findStaleDependency();
if (stale !== undefined) installDependencies(stale);

const node = findNode();
// The pinned Node.js first, so that npm and every tool started below runs on it too.
const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
const searchPath = [
  path.dirname(node),
  path.join(root, 'node_modules', '.bin'),
  process.env[pathKey] ?? '',
].join(path.delimiter);

const child = spawn(node, [path.join(root, script), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, [pathKey]: searchPath },
});
// Ctrl+C reaches the child from the terminal; stay until it has cleaned up.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`Node.js could not be started: ${error.message}.`));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
