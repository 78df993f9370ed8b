import path from 'node:path';
import { listFiles } from '@vscode/vsce';
import { projectRoot } from '../lib/project-root.ts';
import { packOnce } from './pack-once.ts';
import { singleCheck } from './step.ts';

/** What may be in the VSIX; a stray source map, test or note fails. */
const ALLOWED =
  /^(dist\/(README\.md|extension\.cjs|panel\.(js|css)|THIRD-PARTY-LICENSES\.txt)|media\/(icon\.png|walkthrough\/[\w-]+\.(md|svg|png))|package\.json|CHANGELOG\.md|LICENSE)$/;
const REQUIRED = [
  'dist/extension.cjs',
  'dist/panel.js',
  'dist/THIRD-PARTY-LICENSES.txt',
  'LICENSE',
];

export const vsixStep = singleCheck('package', 'builds and packs, at most 1 MB', async () => {
  const { vsix, bytes } = await packOnce();
  const files = await listFiles({ cwd: projectRoot, packagedDependencies: [] });
  const names = files.map((file) => file.replaceAll('\\', '/'));
  const stray = names.filter((file) => !ALLOWED.test(file));
  if (stray.length > 0) throw new Error(`The VSIX holds files it should not: ${stray.join(', ')}`);
  const absent = REQUIRED.filter((file) => !names.includes(file));
  if (absent.length > 0) throw new Error(`The VSIX lacks ${absent.join(', ')}`);
  return `${path.basename(vsix)}, ${(bytes / 1024).toFixed(0)} KB, ${names.length} files`;
});
