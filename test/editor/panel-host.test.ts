import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { type PanelAction, PROTOCOL_VERSION } from '../../src/core/protocol.ts';
import { HOSTILE_NAMES, typicalSnapshot } from '../support/panel-fixtures.ts';

interface Serializer {
  deserializeWebviewPanel(panel: unknown): Promise<void>;
}

/** The parts of the editor that the host touches: windows are counted, events are fired by hand. */
const editor = vi.hoisted(() => {
  const listeners = () => {
    const all = new Set<(value: never) => void>();
    return {
      fire: (value?: unknown) => {
        for (const listener of [...all]) listener(value as never);
      },
      event: (listener: (value: never) => void) => {
        all.add(listener);
        return { dispose: () => all.delete(listener) };
      },
      get size() {
        return all.size;
      },
    };
  };
  const createPanel = () => {
    const [received, viewState, disposed] = [listeners(), listeners(), listeners()];
    return {
      visible: true,
      reveals: 0,
      posted: [] as unknown[],
      received,
      viewState,
      disposed,
      iconPath: undefined as unknown,
      onDidChangeViewState: viewState.event,
      onDidDispose: disposed.event,
      reveal() {
        this.reveals += 1;
      },
      dispose() {
        this.visible = false;
        disposed.fire();
      },
      webview: {
        options: {},
        html: '',
        cspSource: 'https://*.example-cdn.net',
        onDidReceiveMessage: received.event,
        asWebviewUri: (uri: { path: string }) => `webview:${uri.path}`,
        postMessage: (message: unknown) => panels.at(-1)?.posted.push(message),
      },
    };
  };
  const panels: ReturnType<typeof createPanel>[] = [];
  const state = { panels, listeners, serializer: null as Serializer | null };
  return {
    state,
    open: () => {
      const panel = createPanel();
      panels.push(panel);
      return panel;
    },
  };
});

vi.mock('vscode', () => ({
  ViewColumn: { Active: -1 },
  Uri: {
    joinPath: (base: { path: string }, ...parts: string[]) => ({
      path: [base.path, ...parts].join('/'),
    }),
  },
  window: {
    createWebviewPanel: (viewType: string, title: string, column: number, options: object) =>
      Object.assign(editor.open(), { viewType, title, column, created: options }),
    registerWebviewPanelSerializer: (_viewType: string, serializer: Serializer) => {
      editor.state.serializer = serializer;
      return { dispose: () => (editor.state.serializer = null) };
    },
  },
}));

const { createPanelHost, panelHtml, parsePanelMessage } = await import(
  '../../src/editor/panel-host.ts'
);

const v = PROTOCOL_VERSION;
const ready = { v, type: 'ready' };

function start() {
  const changes = editor.state.listeners();
  const ran: PanelAction[] = [];
  const counter = { snapshots: 0 };
  const host = createPanelHost({
    context: { extensionUri: { path: '/ext' } } as unknown as vscode.ExtensionContext,
    snapshot: () => {
      counter.snapshots += 1;
      return { ...typicalSnapshot(), budgetMs: counter.snapshots };
    },
    onDidChange: changes.event as unknown as vscode.Event<void>,
    run: (action) => ran.push(action),
  });
  const panel = () => {
    const last = editor.state.panels.at(-1);
    if (last === undefined) throw new Error('no panel was opened');
    return last;
  };
  return { host, changes, ran, counter, panel };
}

beforeEach(() => {
  vi.useFakeTimers();
  editor.state.panels.length = 0;
  return () => vi.useRealTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the window', () => {
  test('is one, and showing it again brings it to the front', () => {
    const { host, panel } = start();
    host.show();
    host.show();
    expect(editor.state.panels).toHaveLength(1);
    expect(panel().reveals).toBe(1);
    expect(panel()).toMatchObject({ viewType: 'firstToken.panel', title: 'First Token Latency' });
  });

  test('can be opened again after it was closed', () => {
    const { host, panel } = start();
    host.show();
    panel().dispose();
    host.show();
    expect(editor.state.panels).toHaveLength(2);
  });

  test('loads from dist and media only, and sets its content policy with a fresh nonce', () => {
    const { host, panel } = start();
    host.show();
    const first = panel();
    expect(first.webview.options).toEqual({
      enableScripts: true,
      localResourceRoots: [{ path: '/ext/dist' }, { path: '/ext/media' }],
    });
    first.dispose();
    host.show();
    const nonces = editor.state.panels.map(
      ({ webview }) => /script-src 'nonce-([\w-]{24,})'/.exec(webview.html)?.[1],
    );
    expect(nonces[0]).toBeDefined();
    expect(new Set(nonces).size).toBe(2);
  });

  test('is taken over from before a reload, and filled when its page is ready', async () => {
    const { panel } = start();
    const restored = editor.open();
    await editor.state.serializer?.deserializeWebviewPanel(restored);
    expect(restored.webview.html).toContain('panel.js');
    panel().received.fire(ready);
    expect(restored.posted).toHaveLength(1);
  });

  test('stays one when an old one is restored beside it', async () => {
    const { host } = start();
    host.show();
    const restored = editor.open();
    await editor.state.serializer?.deserializeWebviewPanel(restored);
    expect(restored.visible).toBe(false);
  });

  test('leaves no listener behind when it is closed', () => {
    const { host, panel } = start();
    host.show();
    panel().dispose();
    expect(panel().received.size).toBe(0);
  });
});

describe('snapshots', () => {
  test('wait for the page to say that it is ready', () => {
    const { host, changes, panel, counter } = start();
    host.show();
    changes.fire();
    expect(counter.snapshots).toBe(0);
    panel().received.fire(ready);
    expect(panel().posted).toMatchObject([{ v, type: 'snapshot', snapshot: { budgetMs: 1 } }]);
  });

  test('come at most four times a second, and the last change is always sent', async () => {
    const { host, changes, panel } = start();
    host.show();
    panel().received.fire(ready);
    for (let i = 0; i < 100; i += 1) {
      changes.fire();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(panel().posted.length).toBeLessThanOrEqual(5);
    const before = panel().posted.length;
    changes.fire();
    await vi.advanceTimersByTimeAsync(250);
    expect(panel().posted.length).toBeGreaterThan(before);
  });

  test('are not even made while the panel is hidden or closed', async () => {
    const { host, changes, panel, counter } = start();
    host.show();
    panel().received.fire(ready);
    panel().visible = false;
    panel().viewState.fire();
    await vi.advanceTimersByTimeAsync(1000);
    const made = counter.snapshots;
    changes.fire();
    await vi.advanceTimersByTimeAsync(1000);
    panel().dispose();
    changes.fire();
    await vi.advanceTimersByTimeAsync(1000);
    expect(counter.snapshots).toBe(made);
  });

  test('start again when a shown page says that it is ready again', async () => {
    const { host, panel } = start();
    host.show();
    panel().received.fire(ready);
    panel().visible = false;
    panel().viewState.fire();
    await vi.advanceTimersByTimeAsync(1000);
    panel().visible = true;
    panel().viewState.fire();
    panel().received.fire(ready);
    expect(panel().posted).toHaveLength(2);
  });

  test('end with the host', async () => {
    const { host, changes, panel } = start();
    host.show();
    panel().received.fire(ready);
    changes.fire();
    host.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    expect(panel().posted).toHaveLength(1);
    expect(changes.size).toBe(0);
    expect(editor.state.serializer).toBeNull();
  });
});

describe('what the panel asks for', () => {
  const actions: readonly PanelAction[] = [
    { type: 'set-default', model: 'qwen-local' },
    { type: 'set-key', model: 'codestral' },
    { type: 'select-default' },
    { type: 'toggle' },
    { type: 'measure' },
    { type: 'open-settings' },
    { type: 'export' },
    { type: 'clear' },
  ];

  test('is run when it is one of the known actions', () => {
    const { host, panel, ran } = start();
    host.show();
    for (const action of actions) panel().received.fire({ v, type: 'action', action });
    expect(ran).toEqual(actions);
  });

  test('keeps a strange model name as it is', () => {
    for (const model of HOSTILE_NAMES.filter((name) => name.length <= 200)) {
      const message = { v, type: 'action', action: { type: 'set-default', model } };
      expect(parsePanelMessage(message)).toEqual(message);
    }
  });

  test.each([
    null,
    'ready',
    [],
    { type: 'ready' },
    { v: v + 1, type: 'ready' },
    { v, type: 'ready', extra: 1 },
    { v, type: 'action' },
    { v, type: 'action', action: { type: 'run', command: 'workbench.action.quit' } },
    { v, type: 'action', action: { type: 'toggle', model: 'x' } },
    { v, type: 'action', action: { type: 'set-default' } },
    { v, type: 'action', action: { type: 'set-default', model: '' } },
    { v, type: 'action', action: { type: 'set-key', model: { id: 'x' } } },
    { v, type: 'action', action: { type: 'set-key', model: 'x'.repeat(201) } },
    { v, type: 'action', action: { type: 'toggle' }, second: { type: 'clear' } },
  ])('is dropped when it is not exactly a message of ours: %j', (data) => {
    const { host, panel, ran } = start();
    host.show();
    panel().received.fire(data);
    expect(ran).toEqual([]);
    expect(panel().posted).toEqual([]);
    expect(parsePanelMessage(data)).toBeNull();
  });
});

test('the page allows its own script and style, and nothing else', () => {
  const html = panelHtml({ nonce: 'N', cspSource: 'S', scriptUri: 'U.js', styleUri: 'U.css' });
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]?.split('; ');
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'nonce-N'",
    "style-src S 'nonce-N'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html).not.toMatch(/\sstyle=|\son\w+=/);
});
