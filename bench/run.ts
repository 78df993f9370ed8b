/**
 * Speed of the parts that run on every keystroke. `npm run bench` runs all of bench/*.bench.ts;
 * `npm run bench -- name` those whose file name contains `name`.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../scripts/lib/project-root.ts';

const vitest = path.join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
const result = spawnSync(
  process.execPath,
  [vitest, 'bench', '--run', '--config', 'bench/vitest.config.ts', ...process.argv.slice(2)],
  { cwd: projectRoot, stdio: 'inherit' },
);
process.exitCode = result.status ?? 1;
