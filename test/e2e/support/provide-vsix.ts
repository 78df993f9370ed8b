import type { TestProject } from 'vitest/node';
import { packageExtension } from '../../../scripts/package.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path of the packed extension that the tests install. */
    vsix: string;
  }
}

/** Packs the extension once for all files, unless FIRST_TOKEN_VSIX names one that is packed already. */
export async function setup(project: TestProject): Promise<void> {
  const packed = process.env['FIRST_TOKEN_VSIX'] ?? (await packageExtension()).vsix;
  project.provide('vsix', packed);
}
