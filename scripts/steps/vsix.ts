import path from 'node:path';
import { zipNames } from '../lib/zip-names.ts';
import { packOnce } from './pack-once.ts';
import { singleCheck } from './step.ts';

/** What may be in the VSIX; a stray source map, test or note fails. */
const ALLOWED =
  /^(\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(dist\/((extension|telemetry)\.cjs|panel\.(js|css)|THIRD-PARTY-LICENSES\.txt)|media\/icon\.png|package\.json|readme\.md|changelog\.md|LICENSE\.txt))$/;
const REQUIRED = [
  'extension/dist/extension.cjs',
  'extension/dist/telemetry.cjs',
  'extension/dist/panel.js',
  'extension/dist/panel.css',
  'extension/dist/THIRD-PARTY-LICENSES.txt',
  'extension/readme.md',
  'extension/LICENSE.txt',
];

export const vsixStep = singleCheck('package', 'builds and packs, at most 1 MB', async () => {
  const { vsix, bytes } = await packOnce();
  const names = zipNames(vsix);
  const stray = names.filter((file) => !ALLOWED.test(file));
  if (stray.length > 0) throw new Error(`The VSIX holds files it should not: ${stray.join(', ')}`);
  const absent = REQUIRED.filter((file) => !names.includes(file));
  if (absent.length > 0) throw new Error(`The VSIX lacks ${absent.join(', ')}`);
  return `${path.basename(vsix)}, ${(bytes / 1024).toFixed(0)} KB, ${names.length} files`;
});
