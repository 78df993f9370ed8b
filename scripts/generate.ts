import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateFiles } from './generated/generated-files.ts';
import { projectRoot } from './lib/project-root.ts';

/**
 * Writes what follows from the settings, commands and dependencies into package.json and README.md.
 * `--check` writes nothing, names the stale files and fails.
 */
const isCheck = process.argv.includes('--check');
const pathOf = (name: string) => path.join(projectRoot, name);
const textOf = (name: string) => readFileSync(pathOf(name), 'utf8');

const input = {
  manifest: textOf('package.json'),
  readme: textOf('README.md'),
  lock: textOf('package-lock.json'),
};
const output = generateFiles(input);
const stale = [
  { name: 'package.json', before: input.manifest, after: output.manifest },
  { name: 'README.md', before: input.readme, after: output.readme },
].filter(({ before, after }) => before !== after);

for (const { name, after } of stale) {
  if (!isCheck) writeFileSync(pathOf(name), after);
  process.stdout.write(
    isCheck ? `${name} is stale: run \`npm run generate\`.\n` : `${name} is up to date again.\n`,
  );
}
if (stale.length === 0) process.stdout.write('package.json and README.md are up to date.\n');
if (isCheck && stale.length > 0) process.exitCode = 1;
