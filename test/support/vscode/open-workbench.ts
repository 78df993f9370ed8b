import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Frame, Page } from 'playwright-core';
import { projectRoot } from '../../../scripts/lib/project-root.ts';
import type { VscodeServer } from '../../../scripts/vscode/launch-server.ts';

export interface Workbench {
  readonly page: Page;
  /** Opens a file of the workspace by its name and puts the cursor at a line and column, from 1. */
  openFile(name: string, line: number, column: number): Promise<void>;
  /** Types as a person does: one key event after another with `gapMs` between them. */
  type(text: string, gapMs?: number): Promise<void>;
  press(key: string): Promise<void>;
  /** The ghost text on screen, lines joined by \n; empty when there is none. */
  ghostText(): Promise<string>;
  /** Waits for ghost text that satisfies `test`; throws with what was there instead. */
  waitForGhostText(test?: (text: string) => boolean, timeoutMs?: number): Promise<string>;
  /** Waits until there is no ghost text. */
  waitForNoGhostText(timeoutMs?: number): Promise<void>;
  /** Runs a command of the palette by its full title. */
  runCommand(title: string): Promise<void>;
  /** Saves the file in front. */
  save(): Promise<void>;
  /** Text of the extension's status bar item; empty while it is not shown. */
  statusBarText(): Promise<string>;
  /** Texts of the notifications on screen. */
  notifications(): Promise<readonly string[]>;
  /** The frame of the latency panel; waits until it has something to show. */
  panel(timeoutMs?: number): Promise<Frame>;
  /** Closes the side bar when it is open, for room. */
  hideSideBar(): Promise<void>;
  /** Writes out/screenshots/<name>.png. */
  screenshot(name: string): Promise<void>;
  /** Reloads the window by VS Code's own command. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Absolute path of a folder or of a .code-workspace file. */
  readonly workspace: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Publisher and name of the extension whose status bar item tells that it runs. Default: ours. */
  readonly extensionId?: string;
}

/** A quick typist: about 90 words a minute. */
const HUMAN_GAP_MS = 130;
/** Two busy cores start the extension host in 2 to 15 s. */
const START_TIMEOUT_MS = 60_000;
const SETTLE_MS = 500;
const OWN_ID = 'first-token.first-token';

async function waitFor<T>(
  what: string,
  timeoutMs: number,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} after ${timeoutMs} ms.`);
    await sleep(25);
  }
}

/** Opens a workspace in a new page and waits for the editor and for the extension's status bar item. */
export async function openWorkbench(
  server: VscodeServer,
  browser: Browser,
  options: OpenOptions,
): Promise<Workbench> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.colorScheme ?? 'dark',
  });
  const page = await context.newPage();
  const statusItem = `.statusbar-item[id^="${options.extensionId ?? OWN_ID}"]`;
  const kind = options.workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';

  const waitUntilReady = async () => {
    await page.waitForSelector('.monaco-workbench .part.statusbar', { timeout: START_TIMEOUT_MS });
    await page.waitForSelector(statusItem, { timeout: START_TIMEOUT_MS, state: 'attached' });
  };

  const ghostText = () =>
    page.evaluate(() => {
      // In one evaluation, so that the parts are of one moment. VS Code draws spaces as no-break spaces.
      const text = (selector: string) =>
        [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '');
      const inline = text('.ghost-text-decoration, .ghost-text-decoration-preview').join('');
      const below = text('.suggest-preview-text .view-line');
      return [inline, ...below].join('\n').replaceAll('\u00a0', ' ').replace(/\n+$/, '');
    });

  const tryCommand = async (title: string): Promise<void> => {
    await page.keyboard.press('F1');
    const input = page.locator('.quick-input-widget input[type="text"]');
    await input.waitFor({ state: 'visible', timeout: 5000 });
    await input.fill(`>${title}`, { timeout: 5000 });
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: title })
      .first()
      .waitFor({ state: 'visible', timeout: 10_000 });
    await page.keyboard.press('Enter');
    await input.waitFor({ state: 'hidden', timeout: 5000 });
  };

  /** While a panel is just taking the focus, a key reaches nobody and the list closes: a person tries again. */
  const runCommand = async (title: string): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryCommand(title);
      } catch (error) {
        if (tries === 4) throw error;
        await page.keyboard.press('Escape');
        await sleep(500);
      }
    }
  };

  await page.goto(`${server.url}?${kind}=${encodeURIComponent(options.workspace)}`);
  await waitUntilReady();

  return {
    page,
    async openFile(name, line, column) {
      await page.keyboard.press('Control+P');
      const input = page.locator('.quick-input-widget input[type="text"]');
      await input.waitFor({ state: 'visible' });
      await input.fill(`${name}:${line}:${column}`);
      await page
        .locator('.quick-input-list .monaco-list-row', { hasText: path.basename(name) })
        .first()
        .waitFor({ state: 'visible' });
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      await page
        .locator('.editor-group-container.active .tab.active', { hasText: path.basename(name) })
        .waitFor({ state: 'visible' });
      await page.locator('.editor-instance .monaco-editor.focused').waitFor({ state: 'visible' });
    },
    async type(text, gapMs = HUMAN_GAP_MS) {
      for (const character of text) {
        await page.keyboard.press(
          character === '\n' ? 'Enter' : character === ' ' ? 'Space' : character,
        );
        await sleep(gapMs);
      }
    },
    press: (key) => page.keyboard.press(key),
    ghostText,
    async waitForGhostText(test = (text) => text !== '', timeoutMs = 3000) {
      let last = '';
      return waitFor('No such ghost text', timeoutMs, async () => {
        last = await ghostText();
        return test(last) ? last : undefined;
      }).catch((error: Error) => {
        throw new Error(`${error.message} Last seen: ${JSON.stringify(last)}`);
      });
    },
    async waitForNoGhostText(timeoutMs = 3000) {
      await waitFor('Ghost text is still shown', timeoutMs, async () =>
        (await ghostText()) === '' ? true : undefined,
      );
    },
    runCommand,
    async save() {
      await page.keyboard.press('Control+S');
      await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    },
    async statusBarText() {
      const items = await page.locator(statusItem).allInnerTexts();
      return items.join(' ').trim();
    },
    notifications: () =>
      page.locator('.notification-toast .notification-list-item-message').allInnerTexts(),
    async panel(timeoutMs = 20_000) {
      return waitFor('The latency panel shows nothing', timeoutMs, async () => {
        for (const frame of page.frames()) {
          const parent = frame.parentFrame()?.url() ?? '';
          if (!parent.includes(`extensionId=${OWN_ID}`)) continue;
          const text = await frame
            .locator('body')
            .textContent({ timeout: 1000 })
            .catch(() => '');
          if ((text ?? '').trim() !== '') return frame;
        }
        return undefined;
      });
    },
    async hideSideBar() {
      const sideBar = page.locator('.part.sidebar');
      // Enter may fall on a list that is just closing; then the command has not run.
      for (let tries = 0; tries < 4 && (await sideBar.isVisible()); tries += 1) {
        await runCommand('View: Toggle Primary Side Bar Visibility');
        await sideBar.waitFor({ state: 'hidden', timeout: 5000 }).catch(() => undefined);
      }
      await sideBar.waitFor({ state: 'hidden' });
    },
    async screenshot(name) {
      const folder = path.join(projectRoot, 'out', 'screenshots');
      mkdirSync(folder, { recursive: true });
      // Until what the last key opened or closed is drawn.
      await sleep(SETTLE_MS);
      await page.screenshot({ path: path.join(folder, `${name}.png`) });
    },
    async reload() {
      // Not the browser's own reload, which leaves VS Code no time to save what was open.
      const navigated = page.waitForEvent('domcontentloaded', { timeout: START_TIMEOUT_MS });
      await runCommand('Developer: Reload Window');
      await navigated;
      await waitUntilReady();
    },
    close: () => context.close(),
  };
}
