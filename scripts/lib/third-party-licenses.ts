import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { projectRoot } from './project-root.ts';

/** `node_modules/@scope/name` or `node_modules/name` of a bundled file; undefined for our own. */
function packageFolderOf(input: string): string | undefined {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  return match?.[1];
}

function licenseText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (file === undefined) throw new Error(`${folder} is bundled but ships no licence file.`);
  return readFileSync(path.join(folder, file), 'utf8').trim();
}

/** The licences of every package with at least one byte in the bundles, as one text. */
export function collectLicenses(metafiles: readonly Metafile[]): string {
  const folders = new Set<string>();
  for (const metafile of metafiles)
    for (const output of Object.values(metafile.outputs))
      for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
        const folder = packageFolderOf(input);
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
  const sections = [...folders].sort().map((folder) => {
    const absolute = path.join(projectRoot, folder);
    const manifest = JSON.parse(readFileSync(path.join(absolute, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: string;
    };
    const title = `${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})`;
    return `${title}\n${'='.repeat(title.length)}\n\n${licenseText(absolute)}\n`;
  });
  return `The extension contains parts of these packages.\n\n${sections.join('\n\n')}`;
}
