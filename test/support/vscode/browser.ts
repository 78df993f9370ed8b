import { type Browser, chromium } from 'playwright-core';
import { ensureChromium } from '../../../scripts/vscode/ensure-chromium.ts';
import { demand } from '../../../scripts/vscode/provision.ts';

/** A headless Chromium that talks to nobody but the page it shows. Close it after use. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: demand(await ensureChromium()),
    // Chromium's sandbox refuses to run as root, as CI does.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
