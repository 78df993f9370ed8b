import * as vscode from 'vscode';
import type { StatusLine } from '../core/measure/status-line.ts';
import { plainWords } from './plain-words.ts';

export interface StatusBar extends vscode.Disposable {
  /** The caller limits how often; an unchanged text or tooltip is not sent to the window again. */
  update(line: StatusLine, tooltip: string): void;
}

const BACKGROUNDS = {
  none: undefined,
  warning: 'statusBarItem.warningBackground',
  error: 'statusBarItem.errorBackground',
} as const;

/** Right side: what it says belongs to the text under the cursor. */
export function createStatusBar(options: {
  readonly command: string;
  /** The only commands that the tooltip's links may run. */
  readonly tooltipCommands: readonly string[];
}): StatusBar {
  const item = vscode.window.createStatusBarItem(
    'firstToken.latency',
    vscode.StatusBarAlignment.Right,
    100,
  );
  item.name = 'First Token Latency';
  item.command = options.command;
  item.show();
  let last = '';
  let lastTooltip = '';
  return {
    update(line, tooltip) {
      const now = JSON.stringify(line);
      if (now !== last) {
        last = now;
        item.text = `$(${line.icon}) ${plainWords(line.text)}`;
        item.accessibilityInformation = { label: line.label, role: 'button' };
        const background = BACKGROUNDS[line.background];
        item.backgroundColor =
          background === undefined ? undefined : new vscode.ThemeColor(background);
      }
      if (tooltip !== lastTooltip) {
        lastTooltip = tooltip;
        const markdown = new vscode.MarkdownString(tooltip, true);
        markdown.isTrusted = { enabledCommands: options.tooltipCommands };
        item.tooltip = markdown;
      }
    },
    dispose: () => item.dispose(),
  };
}
