/** Downloads the stable VS Code into the folder given as argument. Run by ensure-desktop-vscode.ts. */
import { download, SilentReporter } from '@vscode/test-electron';

try {
  await download({
    version: 'stable',
    cachePath: process.argv[2] ?? '.vscode-test',
    reporter: new SilentReporter(),
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
