import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { coalesce } from '../core/coalesce.ts';
import {
  type HostMessage,
  type PanelAction,
  type PanelMessage,
  type PanelSnapshot,
  PROTOCOL_VERSION,
} from '../core/protocol.ts';
import { createSystemClock } from '../models/system-clock.ts';

const PANEL_VIEW_TYPE = 'firstToken.panel';

/** Snapshots reach an open panel at most this often: four times a second. */
const MIN_GAP_MS = 250;

const modelId = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const actionSchema = v.variant('type', [
  v.strictObject({ type: v.literal('set-default'), model: modelId }),
  v.strictObject({ type: v.literal('set-key'), model: modelId }),
  v.strictObject({ type: v.literal('select-default') }),
  v.strictObject({ type: v.literal('toggle') }),
  v.strictObject({ type: v.literal('measure') }),
  v.strictObject({ type: v.literal('open-settings') }),
  v.strictObject({ type: v.literal('export') }),
  v.strictObject({ type: v.literal('clear') }),
]);
const messageSchema = v.variant('type', [
  v.strictObject({ v: v.literal(PROTOCOL_VERSION), type: v.literal('ready') }),
  v.strictObject({
    v: v.literal(PROTOCOL_VERSION),
    type: v.literal('action'),
    action: actionSchema,
  }),
]);

/** A message from the panel, or null when it is not exactly one of ours. */
export function parsePanelMessage(data: unknown): PanelMessage | null {
  const parsed = v.safeParse(messageSchema, data);
  return parsed.success ? parsed.output : null;
}

/**
 * The panel's page. Nothing may load or run but our own script and stylesheet; there is no
 * connect-src, so the page has no network at all.
 */
export function panelHtml(page: {
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
}): string {
  const { nonce, cspSource } = page;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>First Token Latency</title>
<link rel="stylesheet" nonce="${nonce}" href="${page.styleUri}">
</head>
<body>
<div id="root"></div>
<script nonce="${nonce}" src="${page.scriptUri}"></script>
</body>
</html>
`;
}

/**
 * Owns the one latency panel of this window. The panel says `ready` each time its page starts, also
 * after it was hidden or the window was reloaded, and gets the latest snapshot then; later changes
 * are sent while it is visible, coalesced, always ending with the newest.
 */
export function createPanelHost(options: {
  context: vscode.ExtensionContext;
  snapshot(): PanelSnapshot;
  onDidChange: vscode.Event<void>;
  run(action: PanelAction): void;
}): vscode.Disposable & { show(): void } {
  const { context } = options;
  const roots = ['dist', 'media'].map((dir) => vscode.Uri.joinPath(context.extensionUri, dir));
  const [dist, media] = roots as [vscode.Uri, vscode.Uri];

  let panel: vscode.WebviewPanel | null = null;
  // The page is running and has said so. A hidden page is destroyed, and says it again when shown.
  let ready = false;

  const post = () => {
    if (panel === null || !ready || !panel.visible) return;
    const message: HostMessage = {
      v: PROTOCOL_VERSION,
      type: 'snapshot',
      snapshot: options.snapshot(),
    };
    // False means that the page went away meanwhile; it will say `ready` again.
    void panel.webview.postMessage(message);
  };

  const send = coalesce(createSystemClock(), () => MIN_GAP_MS, post);

  const adopt = (created: vscode.WebviewPanel) => {
    panel = created;
    ready = false;
    const { webview } = created;
    created.iconPath = vscode.Uri.joinPath(media, 'icon.png');
    webview.options = { enableScripts: true, localResourceRoots: roots };
    const subscriptions = [
      webview.onDidReceiveMessage((data: unknown) => {
        const message = parsePanelMessage(data);
        if (message === null) return;
        if (message.type === 'action') return options.run(message.action);
        ready = true;
        send();
      }),
      created.onDidChangeViewState(() => {
        if (!created.visible) ready = false;
      }),
      created.onDidDispose(() => {
        for (const subscription of subscriptions) subscription.dispose();
        if (panel !== created) return;
        panel = null;
        ready = false;
      }),
    ];
    webview.html = panelHtml({
      nonce: randomBytes(18).toString('base64url'),
      cspSource: webview.cspSource,
      scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'panel.js')).toString(),
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'panel.css')).toString(),
    });
  };

  const registrations = [
    options.onDidChange(() => {
      if (panel !== null && ready && panel.visible) send();
    }),
    vscode.window.registerWebviewPanelSerializer(PANEL_VIEW_TYPE, {
      deserializeWebviewPanel: async (restored) => {
        // One per window: the person may have opened it before the window restored the old one.
        if (panel !== null) restored.dispose();
        else adopt(restored);
      },
    }),
  ];

  return {
    show() {
      if (panel !== null) {
        panel.reveal();
        return;
      }
      adopt(
        vscode.window.createWebviewPanel(
          PANEL_VIEW_TYPE,
          'First Token Latency',
          vscode.ViewColumn.Active,
          { enableScripts: true, localResourceRoots: roots },
        ),
      );
    },
    /** The panel itself stays: on a reload the window saves it and hands it back to the serializer. */
    dispose() {
      send.dispose();
      for (const registration of registrations) registration.dispose();
    },
  };
}
