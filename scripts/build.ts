/**
 * Bundles the extension and its panel into dist/. Options: --development (readable, with source maps),
 * --watch (development, and again on every change), --explain (what the bytes are spent on).
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  analyzeMetafile,
  type BuildOptions,
  build,
  context,
  type Metafile,
  type Plugin,
} from 'esbuild';
import { projectRoot } from './lib/project-root.ts';
import { runMain } from './lib/run-main.ts';
import { collectLicenses } from './lib/third-party-licenses.ts';

const dist = path.join(projectRoot, 'dist');
const LICENSES = 'THIRD-PARTY-LICENSES.txt';

/**
 * The OpenTelemetry SDK is of use to few, so it lies beside the extension and is read when somebody
 * names a collector. In the source it is an ordinary dynamic import.
 */
const telemetryApart: Plugin = {
  name: 'telemetry apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/history\/telemetry\/metrics-export\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './telemetry.cjs', external: true } : undefined,
    ),
};

/** What is built, the extension first. */
export function bundles(production: boolean): BuildOptions[] {
  const shared: BuildOptions = {
    absWorkingDir: projectRoot,
    bundle: true,
    minify: production,
    sourcemap: production ? false : 'linked',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  };
  const node: BuildOptions = {
    ...shared,
    format: 'cjs',
    platform: 'node',
    // VS Code 1.105, the oldest supported, runs Node.js 22.
    target: 'node22',
    // Bundles find each other by require: an extension host may refuse import() in CommonJS.
    supported: { 'dynamic-import': false },
    external: ['vscode'],
  };
  return [
    {
      ...node,
      entryPoints: ['src/extension.ts'],
      outfile: 'dist/extension.cjs',
      plugins: [telemetryApart],
    },
    {
      ...node,
      entryPoints: ['src/history/telemetry/metrics-export.ts'],
      outfile: 'dist/telemetry.cjs',
    },
    {
      ...shared,
      entryPoints: ['src/panel/main.tsx'],
      outfile: 'dist/panel.js',
      format: 'iife',
      platform: 'browser',
      // Chromium of VS Code 1.105.
      target: 'chrome138',
      jsx: 'automatic',
      jsxImportSource: 'preact',
    },
  ];
}

/** Removes what an earlier build left, without a moment in which a file of this one is missing. */
function removeStale(metafiles: readonly Metafile[]): void {
  const fresh = metafiles.flatMap(({ outputs }) =>
    Object.keys(outputs).map((file) => path.basename(file)),
  );
  for (const file of readdirSync(dist))
    if (file !== LICENSES && !fresh.includes(file))
      rmSync(path.join(dist, file), { recursive: true });
}

/** Builds once into dist/ and returns the metafiles, extension first. */
export async function buildExtension(production: boolean): Promise<Metafile[]> {
  const metafiles: Metafile[] = [];
  for (const options of bundles(production)) {
    const { metafile } = await build(options);
    if (metafile !== undefined) metafiles.push(metafile);
  }
  writeFileSync(path.join(dist, LICENSES), collectLicenses(metafiles));
  removeStale(metafiles);
  return metafiles;
}

async function watch(): Promise<void> {
  for (const options of bundles(false)) await (await context(options)).watch();
  process.stdout.write('Watching src; Ctrl+C ends.\n');
}

async function main(args: readonly string[]): Promise<void> {
  if (!existsSync(path.join(projectRoot, 'src', 'extension.ts')))
    throw new Error('src/extension.ts is missing: there is nothing to build.');
  if (args.includes('--watch')) return watch();
  const metafiles = await buildExtension(!args.includes('--development'));
  for (const metafile of metafiles)
    for (const [file, output] of Object.entries(metafile.outputs))
      process.stdout.write(`${file} ${(output.bytes / 1024).toFixed(0)} KB\n`);
  if (args.includes('--explain'))
    for (const metafile of metafiles) process.stdout.write(await analyzeMetafile(metafile));
}

if (import.meta.main) await runMain(() => main(process.argv.slice(2)));
