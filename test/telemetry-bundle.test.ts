import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundles } from '../scripts/build.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'first-token-bundles-'));
const metafiles = new Map<string, Metafile>();

beforeAll(async () => {
  for (const options of bundles(true)) {
    const name = path.basename(options.outfile ?? '');
    if (!name.endsWith('.cjs')) continue;
    const outfile = path.join(folder, name);
    const { metafile } = await build({ ...options, outfile });
    if (metafile !== undefined) metafiles.set(name, metafile);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const inputsOf = (name: string) =>
  Object.values(metafiles.get(name)?.outputs ?? {}).flatMap(({ inputs }) => Object.keys(inputs));
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');

test('the OpenTelemetry SDK is in its own bundle and in no other', () => {
  const isSdk = (input: string) => input.includes('@opentelemetry');
  expect(inputsOf('extension.cjs').length).toBeGreaterThan(100);
  expect(inputsOf('extension.cjs').filter(isSdk)).toEqual([]);
  expect(inputsOf('telemetry.cjs').filter(isSdk).length).toBeGreaterThan(20);
});

test('the extension asks for that bundle in one place, and only when it comes there', () => {
  const asks = [...textOf('extension.cjs').matchAll(/.{60}require\("\.\/telemetry\.cjs"\)/g)];
  expect(asks).toHaveLength(1);
  expect(asks[0]?.[0]).toContain('Promise.resolve().then(()=>');
});

test('the bundle has its own exporter, needs no module that an extension host patches, and is small', () => {
  const modules = [...textOf('telemetry.cjs').matchAll(/require\("([^"]+)"\)/g)];
  expect(modules.map(([, name]) => name)).toEqual([]);
  expect(textOf('telemetry.cjs').length).toBeLessThan(120_000);
  const load = createRequire(import.meta.url);
  const loaded = load(path.join(folder, 'telemetry.cjs')) as Record<string, unknown>;
  expect(Object.keys(loaded)).toEqual(['createMetricsExport']);
});

test('no variable of the environment decides where metrics go', () => {
  expect(textOf('telemetry.cjs')).not.toMatch(/OTEL_EXPORTER|OTEL_RESOURCE/);
});
