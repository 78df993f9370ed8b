import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { resolveCliArgsFromVSCodeExecutablePath, runTests } from '@vscode/test-electron';
import { runCommand } from '../lib/run-command.ts';
import type { HostRun, HostRunResult } from './host-run.ts';

/** Runs the tests in desktop VS Code, in a throw-away profile. */
export async function runInDesktopHost(program: string, run: HostRun): Promise<HostRunResult> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'first-token-host-'));
  const profile = [
    `--user-data-dir=${path.join(dataFolder, 'user')}`,
    `--extensions-dir=${path.join(dataFolder, 'extensions')}`,
  ];
  const sink = new PassThrough();
  let output = '';
  sink.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    const [cli = program, ...cliArgs] = resolveCliArgsFromVSCodeExecutablePath(program, {
      reuseMachineInstall: true,
    });
    const install = await runCommand(cli, [
      ...cliArgs,
      ...profile,
      '--install-extension',
      run.vsix,
    ]);
    if (install.code !== 0) return install;
    await runTests({
      vscodeExecutablePath: program,
      extensionDevelopmentPath: run.helperExtension,
      extensionTestsPath: run.testsPath,
      extensionTestsEnv: { ...run.env },
      launchArgs: [run.folder, ...profile],
      reuseMachineInstall: true,
      stdout: sink,
      stderr: sink,
    });
    return { code: 0, output };
  } catch (error) {
    return { code: 1, output: `${output}\n${error instanceof Error ? error.message : error}` };
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}
