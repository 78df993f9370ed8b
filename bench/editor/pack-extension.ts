import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '../../scripts/lib/project-root.ts';
import { runCommand } from '../../scripts/lib/run-command.ts';

/** The extensions that ours is compared with. */
export type Compared = 'floor' | 'reference';

/** Publisher and name: what VS Code prefixes to the id of its status bar item. */
export const idOf = (name: Compared): string => `first-token-bench.${name}`;

/** Bundles and packs one of them in `folder`; returns the path of the VSIX. */
export async function packExtension(name: Compared, folder: string): Promise<string> {
  const vsix = path.join(folder, `${name}.vsix`);
  const manifest = {
    name,
    publisher: 'first-token-bench',
    version: '0.0.1',
    engines: { vscode: '^1.105.0' },
    main: './extension.cjs',
    activationEvents: ['onStartupFinished'],
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'README.md'), 'Installed by npm run bench, to compare with.\n');
  writeFileSync(path.join(folder, '.vscodeignore'), '*.vsix\n');
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [`bench/editor/extensions/${name}.ts`],
    outfile: path.join(folder, 'extension.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const vsce = path.join(projectRoot, 'node_modules', '.bin', 'vsce');
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license'];
  const result = await runCommand(vsce, [...args, '--out', vsix], { cwd: folder });
  if (result.code !== 0) throw new Error(result.output.trim());
  return vsix;
}
