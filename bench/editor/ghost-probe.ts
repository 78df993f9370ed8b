import type { Page } from 'playwright-core';

/** A key press, epoch ms on the page's clock. */
export interface PressedKey {
  readonly key: string;
  readonly at: number;
}

/** The ghost text on screen from this moment on; empty for none. Epoch ms on the page's clock. */
export interface GhostState {
  readonly text: string;
  readonly at: number;
}

export interface GhostLog {
  readonly keys: readonly PressedKey[];
  readonly states: readonly GhostState[];
}

export interface GhostProbe {
  /** Resolves with the moment when a beginning of `expected` is on screen after the last key, else null. */
  waitFor(expected: string, timeoutMs: number): Promise<GhostState | null>;
  /** Everything since the last time, which is forgotten. */
  take(): Promise<GhostLog>;
}

/** Runs in the page. Ghost text is part of the DOM of the frame that is just being drawn. */
function probe(): void {
  const log: { keys: PressedKey[]; states: GhostState[] } = { keys: [], states: [] };
  const listeners = new Set<() => void>();
  const now = () => performance.timeOrigin + performance.now();
  const read = () =>
    [...document.querySelectorAll('.ghost-text-decoration')]
      .map((element) => element.textContent ?? '')
      .join('')
      // VS Code draws spaces as no-break spaces.
      .replaceAll('\u00a0', ' ');
  let text = read();
  const look = () => {
    const seen = read();
    if (seen === text) return;
    text = seen;
    log.states.push({ text, at: now() });
    for (const listener of listeners) listener();
  };
  const editor = document.querySelector('.editor-instance') ?? document.body;
  new MutationObserver(look).observe(editor, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  const note = (event: KeyboardEvent) =>
    log.keys.push({ key: event.key, at: performance.timeOrigin + event.timeStamp });
  window.addEventListener('keydown', note, true);
  const find = (expected: string) =>
    log.states.find(
      (state) =>
        state.at >= (log.keys.at(-1)?.at ?? Number.POSITIVE_INFINITY) &&
        state.text !== '' &&
        expected.startsWith(state.text),
    );
  const waitFor = (expected: string, timeoutMs: number) =>
    new Promise<GhostState | null>((resolve) => {
      const end = (state: GhostState | null) => {
        clearTimeout(timer);
        listeners.delete(check);
        resolve(state);
      };
      const check = () => {
        const found = find(expected);
        if (found !== undefined) end(found);
      };
      const timer = setTimeout(() => end(null), timeoutMs);
      listeners.add(check);
      check();
    });
  Object.assign(window, { ghostLog: log, waitForGhost: waitFor });
}

interface ProbedWindow {
  readonly ghostLog: { keys: PressedKey[]; states: GhostState[] };
  waitForGhost(expected: string, timeoutMs: number): Promise<GhostState | null>;
}

/** Measures in the page what a person sees: key presses, and the frames in which ghost text changes. */
export async function installGhostProbe(page: Page): Promise<GhostProbe> {
  await page.evaluate(probe);
  return {
    waitFor: (expected, timeoutMs) =>
      page.evaluate(([text, ms]) => (window as unknown as ProbedWindow).waitForGhost(text, ms), [
        expected,
        timeoutMs,
      ] as const),
    take: () =>
      page.evaluate(() => {
        const { ghostLog } = window as unknown as ProbedWindow;
        return { keys: ghostLog.keys.splice(0), states: ghostLog.states.splice(0) };
      }),
  };
}
