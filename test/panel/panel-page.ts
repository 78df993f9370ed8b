import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { type PanelSnapshot, PROTOCOL_VERSION } from '../../src/core/protocol.ts';

export type Theme = 'dark' | 'light' | 'hc-dark' | 'hc-light';

export interface OpenOptions {
  readonly theme?: Theme;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** What `getState` returns, as after a window reload. */
  readonly state?: unknown;
  /** Sent after the page said `ready`; null leaves it loading. */
  readonly snapshot: PanelSnapshot | null;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BODY_CLASS = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-dark': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
} as const;

/**
 * The built panel in a real browser, under the host's own page and content policy. The editor is
 * replaced by a stub of `acquireVsCodeApi` that records what the panel posts.
 */
export async function startPanelPages(options: {
  browser: Browser;
  html: (page: { nonce: string; cspSource: string; scriptUri: string; styleUri: string }) => string;
}) {
  const outdir = await mkdtemp(join(tmpdir(), 'first-token-panel-'));
  await build({
    entryPoints: [join(ROOT, 'src/panel/main.tsx')],
    entryNames: 'panel',
    bundle: true,
    minify: true,
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir,
    logLevel: 'silent',
  });
  const [script, style] = await Promise.all(
    ['panel.js', 'panel.css'].map((file) => readFile(join(outdir, file), 'utf8')),
  );
  const themes = await readFile(new URL('./themes.css', import.meta.url), 'utf8');
  const server = await serve({
    '/': {
      type: 'text/html; charset=utf-8',
      body: options.html({
        nonce: 'a-nonce-for-tests',
        cspSource: "'self'",
        scriptUri: '/panel.js',
        styleUri: '/panel.css',
      }),
    },
    '/panel.js': { type: 'text/javascript; charset=utf-8', body: script ?? '' },
    '/panel.css': { type: 'text/css', body: style ?? '' },
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { browser } = options;

  return {
    scriptBytes: Buffer.byteLength(script ?? ''),
    async open({ theme = 'dark', widthPx = 1100, heightPx = 900, state, snapshot }: OpenOptions) {
      // The theme is applied over the debugging protocol, so the page's own policy stays as shipped.
      const context = await browser.newContext({
        viewport: { width: widthPx, height: heightPx },
        locale: 'en-GB',
        timezoneId: 'UTC',
      });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await page.addInitScript(installApi, { state: state ?? null });
      await page.goto(origin);
      await page.evaluate(applyTheme, { css: themes, theme, bodyClass: BODY_CLASS[theme] });
      if (snapshot !== null) await send(page, snapshot);
      return { page, faults, close: () => context.close() };
    },
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await rm(outdir, { recursive: true, force: true });
    },
  };
}

export async function send(page: Page, snapshot: PanelSnapshot): Promise<void> {
  await post(page, { v: PROTOCOL_VERSION, type: 'snapshot', snapshot });
  await page.waitForSelector('h1');
}

/** Posts any message to the panel, as the host would, and waits until it is drawn. */
export async function post(page: Page, message: unknown): Promise<void> {
  await page.evaluate((data) => {
    window.postMessage(data, '*');
    return new Promise<void>((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
    );
  }, message);
}

/** What the panel has posted to the host so far, and the last state it saved. */
export function sent(page: Page): Promise<{ messages: unknown[]; state: unknown }> {
  return page.evaluate(() => (window as unknown as { stub: never }).stub);
}

function installApi({ state }: { state: unknown }): void {
  const stub = { messages: [] as unknown[], state };
  Object.assign(window, {
    stub,
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => stub.messages.push(message),
      getState: () => stub.state,
      setState: (next: unknown) => {
        stub.state = next;
      },
    }),
  });
}

function applyTheme(options: { css: string; theme: string; bodyClass: string }): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(options.css);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.dataset['theme'] = options.theme;
  document.body.className = options.bodyClass;
}

function serve(files: Record<string, { type: string; body: string }>): Promise<Server> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': file?.type ?? 'text/plain',
    });
    response.end(file?.body ?? '');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
