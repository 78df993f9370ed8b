import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { type BenchEditor, openEditor } from './open-editor.ts';
import { type Compared, idOf, packExtension } from './pack-extension.ts';

/** Opens an editor with an extension to compare with, packed here and now. */
export async function openCompared(
  name: Compared,
  browser: Browser,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<BenchEditor> {
  const folder = mkdtempSync(path.join(tmpdir(), 'first-token-bench-'));
  try {
    const vsix = await packExtension(name, folder);
    return await openEditor({ browser, vsix, extensionId: idOf(name), settings });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
