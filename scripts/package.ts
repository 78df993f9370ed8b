/** Builds the extension and packs it as first-token-<version>.vsix, at most 1 MB. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildExtension } from './build.ts';
import { projectRoot } from './lib/project-root.ts';
import { runMain } from './lib/run-main.ts';
import { runTool } from './lib/run-tool.ts';

/** People on slow links install it too, and a pure bundle has no reason to be larger. */
export const MAX_VSIX_BYTES = 1024 * 1024;

/**
 * The page of an installed extension shows no picture that lies in its own folder, only broken frames; what
 * stands between the marks is left out of the packed README, and so are links to files that are not packed.
 */
function withoutPictures(readme: string): string {
  return readme
    .replace(/<!-- pictures -->[\s\S]*?<!-- \/pictures -->\n*/g, '')
    .replace(/\[([^\]]+)\]\(docs\/[^)]+\)/g, '$1');
}

/** Builds, packs and returns the path of the VSIX and its size; throws when it is too large. */
export async function packageExtension(): Promise<{ vsix: string; bytes: number }> {
  const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  await buildExtension(true);
  const vsix = path.join(projectRoot, `${manifest.name}-${manifest.version}.vsix`);
  const readme = path.join(projectRoot, 'dist', 'README.md');
  writeFileSync(readme, withoutPictures(readFileSync(path.join(projectRoot, 'README.md'), 'utf8')));
  // The bundle holds its dependencies; without a repository relative links in the README stay as they are.
  const args = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await runTool('vsce', 'package', ...args, '--readme-path', 'dist/README.md', '--out', vsix);
  const bytes = statSync(vsix).size;
  if (bytes > MAX_VSIX_BYTES)
    throw new Error(
      `${path.basename(vsix)} has ${bytes} bytes, more than ${MAX_VSIX_BYTES}: npm run build -- --explain shows what grew.`,
    );
  return { vsix, bytes };
}

if (import.meta.main)
  await runMain(async () => {
    const { vsix, bytes } = await packageExtension();
    process.stdout.write(`${path.relative(projectRoot, vsix)} ${(bytes / 1024).toFixed(0)} KB\n`);
  });
