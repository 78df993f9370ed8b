import type { Page } from 'playwright-core';

/** What one key press led to on the page's own clock. */
export interface KeystrokePaint {
  readonly key: string;
  /** Key press to the first ghost text painted after it and before the next key; null when none came. */
  readonly toGhostMs: number | null;
}

/** Runs in the page: notes key presses and the frames in which ghost text first appears or changes. */
function probe(): void {
  const log: { key: string; at: number; ghostAt: number | null; before: string }[] = [];
  const ghost = () =>
    [...document.querySelectorAll('.ghost-text-decoration, .ghost-text')]
      .map((element) => element.textContent ?? '')
      .join('\n');
  Object.assign(window, { keystrokeLog: log });
  window.addEventListener(
    'keydown',
    (event) => log.push({ key: event.key, at: event.timeStamp, ghostAt: null, before: ghost() }),
    true,
  );
  // Checked once a frame: what was in the DOM when a frame was drawn is what a person could see.
  const check = () => {
    const last = log.at(-1);
    if (last !== undefined && last.ghostAt === null) {
      const now = ghost();
      if (now !== '' && now !== last.before) last.ghostAt = performance.now();
    }
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

export interface KeystrokeProbe {
  /** Forgets what was noted so far. */
  clear(): Promise<void>;
  read(): Promise<readonly KeystrokePaint[]>;
}

/** Measures what a person feels: from key press to ghost text on screen. */
export async function installKeystrokeProbe(page: Page): Promise<KeystrokeProbe> {
  await page.evaluate(probe);
  return {
    async clear() {
      await page.evaluate(() => {
        (window as unknown as { keystrokeLog: unknown[] }).keystrokeLog.length = 0;
      });
    },
    async read() {
      const log = await page.evaluate(
        () =>
          (
            window as unknown as {
              keystrokeLog: { key: string; at: number; ghostAt: number | null }[];
            }
          ).keystrokeLog,
      );
      return log.map(({ key, at, ghostAt }) => ({
        key,
        toGhostMs: ghostAt === null ? null : ghostAt - at,
      }));
    },
  };
}
