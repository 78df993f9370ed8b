import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../lib/project-root.ts';
import { runCommand } from '../lib/run-command.ts';
import { runTool } from '../lib/run-tool.ts';
import { type Step, singleCheck } from './step.ts';

/** The checks that run no code of the extension. */
export const staticChecks: readonly Step[] = [
  singleCheck('generated', 'generated files are fresh', async () => {
    const script = path.join(projectRoot, 'scripts', 'generate.ts');
    if (!existsSync(script)) throw new Error('scripts/generate.ts is missing.');
    const { code, output } = await runCommand(process.execPath, [script, '--check'], {
      cwd: projectRoot,
    });
    if (code !== 0) throw new Error(`${output.trim()}\nnpm run generate rewrites them.`);
    return undefined;
  }),
  singleCheck('types', 'types', async () => {
    await runTool('tsc', '--noEmit');
    return undefined;
  }),
  singleCheck('lint', 'lint and format', async () => {
    await runTool('biome', 'check', '--error-on-warnings', '.');
    return undefined;
  }),
  singleCheck('dead-code', 'no dead code', async () => {
    await runTool('knip', '--no-progress');
    return undefined;
  }),
];
