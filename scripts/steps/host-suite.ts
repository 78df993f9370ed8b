import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { HostReportLine } from '../../test/host/host-test.ts';
import { projectRoot } from '../lib/project-root.ts';
import { ensureBrowserVscode } from '../vscode/ensure-browser-vscode.ts';
import { ensureChromium } from '../vscode/ensure-chromium.ts';
import { ensureDesktopVscode } from '../vscode/ensure-desktop-vscode.ts';
import { hasDisplay } from '../vscode/has-display.ts';
import type { HostRun, HostRunResult } from '../vscode/host-run.ts';
import { runInBrowserHost } from '../vscode/run-in-browser-host.ts';
import { runInDesktopHost } from '../vscode/run-in-desktop-host.ts';
import { packOnce } from './pack-once.ts';
import type { StepResult } from './step.ts';

const DOWNLOAD_LIMIT_MS = 60_000;
/** One run takes about half a minute on two busy cores. */
const RUN_LIMIT_MS = 300_000;

/** A machine that is busy with other things for three whole runs is too slow in earnest. */
const TIMING_ATTEMPTS = 3;

interface FoundHost {
  readonly name: string;
  readonly run: (run: HostRun) => Promise<HostRunResult>;
}

/** Desktop VS Code where a window can be opened and one can be had, else the server build. */
async function findHost(): Promise<FoundHost | { readonly missing: string }> {
  let why = 'no display';
  if (hasDisplay()) {
    const desktop = await ensureDesktopVscode(DOWNLOAD_LIMIT_MS);
    if ('found' in desktop)
      return { name: 'desktop VS Code', run: (run) => runInDesktopHost(desktop.found, run) };
    why = desktop.missing;
  }
  const server = await ensureBrowserVscode();
  if ('missing' in server) return server;
  const browser = await ensureChromium();
  if ('missing' in browser) return browser;
  return {
    name: `VS Code's server build in Chromium; desktop: ${why}`,
    run: (run) => runInBrowserHost(server.found, run),
  };
}

function readReport(file: string): readonly HostReportLine[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HostReportLine);
}

/** The tests that run inside VS Code's extension host, against the packed extension. */
export async function runHostSuite(): Promise<StepResult> {
  const host = await findHost();
  if ('missing' in host) return { passed: 0, failed: 0, skipped: 1, note: host.missing };

  const { vsix } = await packOnce();
  const testsPath = path.join(projectRoot, 'out', 'host', 'index.cjs');
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['test/host/index.ts'],
    outfile: testsPath,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['vscode'],
    logLevel: 'silent',
  });
  for (let attempt = 1; ; attempt += 1) {
    const { result, onlyTiming } = await runOnce(host, vsix, testsPath);
    if (!onlyTiming || attempt === TIMING_ATTEMPTS) return result;
  }
}

async function runOnce(
  host: FoundHost,
  vsix: string,
  testsPath: string,
): Promise<{ result: StepResult; onlyTiming: boolean }> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'first-token-host-'));
  try {
    const reportFile = path.join(temporary, 'report.jsonl');
    const folder = path.join(temporary, 'shop');
    cpSync(path.join(projectRoot, 'sample'), folder, { recursive: true });
    const { code, output } = await host.run({
      testsPath,
      helperExtension: path.join(projectRoot, 'test', 'host', 'observer'),
      vsix,
      folder,
      env: { FIRST_TOKEN_HOST_REPORT: reportFile },
      timeoutMs: RUN_LIMIT_MS,
    });
    const report = readReport(reportFile);
    const results = report.filter((line) => 'test' in line);
    const failures = results.filter((line) => line.error !== null);
    // Ended without its last line, or with an error outside of every test.
    const broken = !report.some((line) => 'done' in line) || (code !== 0 && failures.length === 0);
    const result = {
      passed: results.length - failures.length,
      failed: failures.length + (broken ? 1 : 0),
      skipped: 0,
      note: host.name,
      output: [
        ...failures.map((line) => `${line.test}\n  ${line.error}`),
        ...(broken ? ['The suite ended early.', output.slice(-8000)] : []),
      ].join('\n'),
    };
    const onlyTiming = !broken && failures.length > 0 && failures.every(({ timing }) => timing);
    return { result, onlyTiming };
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}
