import { registerHooks } from 'node:module';
import type { Figures } from './figures.ts';
import { measureMemory } from './hot-path/measure-memory.ts';

const FAKE_VSCODE = new URL('../test/support/fake-vscode.ts', import.meta.url).href;

/**
 * What one key costs us: the real listeners, request building, completer and provider, on a document
 * that is kept as the extension host keeps one.
 */
export async function benchHotPath(): Promise<Figures> {
  // Outside the editor there is no module `vscode`; the stand-in has what the typing path takes from it.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url: FAKE_VSCODE, shortCircuit: true } : next(specifier, context),
  });
  const { measureKeys } = await import('./hot-path/measure-keys.ts');
  const { measureAllocation } = await import('./hot-path/measure-allocation.ts');
  hooks.deregister();
  return {
    ...(await measureKeys()),
    ...(await measureMemory()),
    ...(await measureAllocation()),
  };
}
