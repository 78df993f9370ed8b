import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../lib/project-root.ts';
import { singleCheck } from './step.ts';

interface Manifest {
  readonly enabledApiProposals?: unknown;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
}

function sourceFiles(): string[] {
  return ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  );
}

/**
 * Only VS Code's stable API is used: the marketplace refuses anything else. Together with the types step,
 * which compiles against the plain @types/vscode of the oldest supported editor, and the end-to-end tests,
 * whose editor throws on proposed calls, this leaves no way for a proposed call to ship.
 */
export const stableApi = singleCheck('stable-api', 'stable VS Code API only', async () => {
  const problems: string[] = [];
  const manifest = JSON.parse(
    readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
  ) as Manifest;
  if (manifest.enabledApiProposals !== undefined)
    problems.push('package.json has enabledApiProposals.');
  const types = manifest.devDependencies['@types/vscode'];
  if (manifest.engines.vscode !== `^${types}`)
    problems.push(
      `@types/vscode is ${types}, but engines.vscode is ${manifest.engines.vscode}: the types must be those of the oldest supported editor.`,
    );
  for (const file of sourceFiles()) {
    if (/vscode\.proposed/.test(path.basename(file)))
      problems.push(`${file} declares proposed API.`);
    const text = readFileSync(path.join(projectRoot, file), 'utf8');
    if (/declare module ['"]vscode['"]/.test(text))
      problems.push(`${file} adds to the vscode API.`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return undefined;
});
