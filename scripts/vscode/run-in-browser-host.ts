import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from '../../test/support/vscode/browser.ts';
import type { HostRun, HostRunResult } from './host-run.ts';
import { launchServer } from './launch-server.ts';

/**
 * Runs the tests in the extension host of the server build, with the window in headless Chromium. The
 * payload keys and page functions are those by which VS Code tests itself; a built server honours them
 * only with --enable-smoke-test-driver.
 */
export async function runInBrowserHost(serverFolder: string, run: HostRun): Promise<HostRunResult> {
  const server = await launchServer({
    serverFolder,
    vsix: run.vsix,
    smokeTestDriver: true,
    env: run.env,
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    let log = '';
    const ended = new Promise<number>((resolve) => {
      void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
    });
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      log += `${args.join(' ')}\n`;
    });
    const remote = (file: string) => `vscode-remote://127.0.0.1:${server.port}${file}`;
    const payload = JSON.stringify([
      ['extensionDevelopmentPath', remote(run.helperExtension)],
      ['extensionTestsPath', remote(run.testsPath)],
      ['skipWelcome', 'true'],
    ]);
    await page.goto(
      `${server.url}?folder=${encodeURIComponent(run.folder)}&payload=${encodeURIComponent(payload)}`,
    );
    const code = await Promise.race([
      ended,
      sleep(run.timeoutMs, undefined, { ref: false }).then(() => {
        log += `Not done after ${run.timeoutMs} ms.\n`;
        return 1;
      }),
    ]);
    return { code, output: `${log}${code === 0 ? '' : server.output()}` };
  } finally {
    await browser.close();
    await server.stop();
  }
}
