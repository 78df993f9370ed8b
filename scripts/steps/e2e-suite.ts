import { ensureBrowserVscode } from '../vscode/ensure-browser-vscode.ts';
import { ensureChromium } from '../vscode/ensure-chromium.ts';
import { packOnce } from './pack-once.ts';
import type { StepResult } from './step.ts';
import { countVitest, runVitest } from './vitest-suite.ts';

const CONFIG = 'test/e2e/vitest.config.ts';

/** The tests that drive a real VS Code as a person does. */
export async function runE2eSuite(): Promise<StepResult> {
  const server = await ensureBrowserVscode();
  const browser = 'missing' in server ? server : await ensureChromium();
  if ('missing' in browser)
    return { passed: 0, failed: 0, skipped: await countVitest(CONFIG), note: browser.missing };
  const { vsix } = await packOnce();
  return runVitest('e2e', CONFIG, { FIRST_TOKEN_VSIX: vsix });
}
