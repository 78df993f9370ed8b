import type * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import type { Answer } from '../core/race/answer.ts';
import type { Completer } from '../core/race/completer.ts';
import { withLineFeeds } from '../core/text/line-feeds.ts';
import type { EditKind } from '../core/trigger/classify-edit.ts';
import type { BuildRequest } from './build-request.ts';
import { createHeadStart } from './head-start.ts';
import { registerInlineProvider } from './inline-provider.ts';
import { createKeystrokes } from './keystrokes.ts';

export interface TypingOptions {
  readonly clock: Clock;
  readonly completer: Completer;
  readonly build: BuildRequest;
  /** Whether anything may be computed or sent for this document now. */
  readonly isOn: (document: vscode.TextDocument) => boolean;
  /** The answers to an explicit command are handed over. */
  readonly onAlternatives: (answer: Answer) => void;
  /** Every change of the active document, after it was dealt with. */
  readonly onEdit: (kind: EditKind) => void;
}

/** Everything between a key and its answer: sees the keys, begins races, and answers the editor. */
export function startTyping(options: TypingOptions): vscode.Disposable {
  const { clock, completer, build, isOn } = options;
  let lastShown: readonly string[] = [];
  const headStart = createHeadStart({ completer, build, isOn });
  const keystrokes = createKeystrokes({
    clock,
    isOurs: (text) =>
      text.length > 1 && lastShown.some((shown) => shown.includes(withLineFeeds(text))),
    onEdit: (edit) => {
      if (!edit.isFarBehind) completer.edited(edit.position);
      headStart.edited(edit);
      options.onEdit(edit.kind);
    },
  });
  const registration = registerInlineProvider({
    clock,
    completer,
    build,
    keystrokes,
    isOn,
    onAsked: headStart.asked,
    onAlternatives: options.onAlternatives,
    onReturned: (texts) => {
      lastShown = texts;
    },
  });
  return {
    dispose: () => {
      for (const part of [registration, keystrokes, headStart]) part.dispose();
    },
  };
}
