import type * as vscode from 'vscode';
import type { Completer, CompleterOptions } from '../../src/core/race/completer.ts';
import { withLineFeeds } from '../../src/core/text/line-feeds.ts';
import type { BuildRequest } from '../../src/editor/build-request.ts';
import type { FakeClock } from './fake-clock.ts';
import { type DocumentChange, FakeDocument } from './fake-document.ts';
import { editor, Range, TextDocumentChangeReason } from './fake-vscode.ts';
import { createTypingPath } from './typing-path.ts';

/** The text on screen behind the cursor. */
export interface Ghost {
  readonly text: string;
  /** Characters behind the cursor that it replaces. */
  readonly replaceAfter: number;
}

export interface TypingSession {
  readonly completer: Completer;
  readonly document: FakeDocument;
  readonly cursor: number;
  readonly ghost: Ghost | null;
  /** What the editor must never see, in words; empty while all is well. */
  readonly faults: readonly string[];
  /** Puts text at the cursor as one key or one insertion; `caret` counts from its beginning. */
  insert(text: string, caret?: number): void;
  deleteBack(chars: number): void;
  undo(): void;
  moveTo(offset: number): void;
  /** Takes the first characters of the text on screen; all of it is an acceptance. */
  accept(chars: number): void;
  invoke(): void;
  /** The suggestion list opens on this word, which is not written. */
  selectWord(word: string): void;
  /** The editor asks once more about what is there. */
  askAgain(): void;
  switchOn(on: boolean): void;
  /** Time passes; the editor asks when its debounce is over. */
  wait(ms: number): Promise<void>;
  /** Closes the editor; requests are left to end by themselves. */
  leave(): void;
}

/** The editor's own, in an installed extension. */
const DEBOUNCE_MS = 50;

/**
 * A person at an editor: every change goes through the real listeners, provider and completer, on the
 * fake clock. The editor's part is played as it was observed: the cursor follows the change, a key
 * cancels the question before it, moving the cursor cancels none, text on screen gets shorter as it
 * is typed and is replaced by what the provider returns, if the cursor is still where it was asked.
 */
export function openTypingSession(options: {
  readonly clock: FakeClock;
  readonly text: string;
  readonly build: BuildRequest;
  readonly completer: Omit<CompleterOptions, 'clock' | 'isThere' | 'onRejected'>;
}): TypingSession {
  const { clock, build } = options;
  const document = new FakeDocument(options.text.replace('█', ''));
  let cursor = options.text.indexOf('█');
  let ghost: Ghost | null = null;
  let on = true;
  let askAtMs: number | null = null;
  let cancelQuestion = (): void => {};
  const faults: string[] = [];
  const history: {
    readonly offset: number;
    readonly removed: string;
    readonly inserted: number;
    readonly cursor: number;
  }[] = [];

  const path = createTypingPath({ clock, build, isOn: () => on, completer: options.completer });
  const { completer } = path;
  editor.open(document);
  editor.moveTo(cursor);

  const place = (offset: number): void => {
    cursor = offset;
    editor.moveTo(offset);
  };
  /** No cursor stands between the two characters of a Windows line end. */
  const whole = (offset: number): number =>
    document.offsetAt(document.positionAt(Math.max(0, offset)));
  const textBetween = (from: number, to: number): string =>
    document.getText(new Range(document.positionAt(from), document.positionAt(to)));

  /** One edit: what is written replaces `removed` characters behind `offset`. */
  const edit = (
    offset: number,
    removed: number,
    text: string,
    caret: number,
    undone = false,
  ): void => {
    cancelQuestion();
    const before = textBetween(offset, offset + removed);
    const change: DocumentChange = document.replace(offset, removed, text);
    if (!undone) history.push({ offset, removed: before, inserted: change.text.length, cursor });
    editor.changed([change], undone ? TextDocumentChangeReason.Undo : undefined);
    place(offset + text.slice(0, caret).replaceAll('\n', document.lineEnd).length);
    askAtMs = clock.nowMs() + DEBOUNCE_MS;
  };

  const show = (
    item: vscode.InlineCompletionItem | undefined,
    asked: { readonly offset: number; readonly version: number },
    lead: string,
  ): void => {
    if (item === undefined) {
      if (ghost !== null && on && lead === '') faults.push(`"${ghost.text}" was taken away`);
      ghost = null;
      return;
    }
    if (cursor !== asked.offset || document.version !== asked.version) {
      faults.push('text after the cursor had moved');
      return;
    }
    const whole = String(item.insertText);
    const end = document.offsetAt(item.range?.end ?? document.positionAt(cursor));
    const replaced = textBetween(cursor, end);
    if (!whole.startsWith(lead)) faults.push(`"${whole}" does not begin with "${lead}"`);
    if (!isShowable(replaced, whole)) faults.push(`"${whole}" cannot be shown over "${replaced}"`);
    if (lead !== '') return;
    if (ghost !== null && !whole.startsWith(ghost.text)) {
      faults.push(`"${ghost.text}" became "${whole}"`);
    }
    ghost = { text: whole, replaceAfter: end - cursor };
  };

  const ask = async (triggerKind: 0 | 1, word: string): Promise<void> => {
    cancelQuestion();
    let cancelled = false;
    const listeners = new Set<() => void>();
    cancelQuestion = () => {
      cancelled = true;
      for (const listener of listeners) listener();
    };
    const token = {
      get isCancellationRequested() {
        return cancelled;
      },
      onCancellationRequested: (listener: () => void) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    };
    const asked = { offset: cursor, version: document.version };
    const position = document.positionAt(cursor);
    const selectedCompletionInfo =
      word === '' ? undefined : { text: word, range: new Range(position, position) };
    const items = (await editor.provider.provideInlineCompletionItems(
      document as unknown as vscode.TextDocument,
      position as unknown as vscode.Position,
      { triggerKind, selectedCompletionInfo } as unknown as vscode.InlineCompletionContext,
      token as unknown as vscode.CancellationToken,
    )) as vscode.InlineCompletionItem[];
    if (listeners.size > 0) faults.push('a cancellation listener was left');
    if (cancelled && items.length > 0) faults.push('an answer to a cancelled question');
    if (!cancelled && cursor === asked.offset) show(items[0], asked, word);
    else if (!cancelled && items.length > 0) faults.push('text after the cursor had moved');
  };

  const typeGhost = (inserted: string): void => {
    const rest = ghost?.text.startsWith(inserted) === true ? ghost.text.slice(inserted.length) : '';
    // Nobody sees a blank one.
    ghost = rest.trim() === '' || ghost === null ? null : { ...ghost, text: rest };
  };

  return {
    completer,
    document,
    get cursor() {
      return cursor;
    },
    get ghost() {
      return ghost;
    },
    faults,
    insert(text, caret = text.length) {
      if (caret === text.length) typeGhost(text);
      else ghost = null;
      edit(cursor, 0, text, caret);
    },
    deleteBack(chars) {
      const from = whole(cursor - chars);
      if (from === cursor) return;
      ghost = null;
      edit(from, cursor - from, '', 0);
    },
    undo() {
      const last = history.pop();
      if (last === undefined) return;
      ghost = null;
      const text = withLineFeeds(last.removed);
      edit(last.offset, last.inserted, text, text.length, true);
      place(last.cursor);
    },
    moveTo(offset) {
      ghost = null;
      askAtMs = null;
      place(whole(offset));
    },
    accept(chars) {
      if (ghost === null) return;
      const { text, replaceAfter } = ghost;
      const isWhole = chars >= text.length;
      const taken = text.slice(0, chars);
      ghost = text.slice(chars).trim() === '' ? null : { ...ghost, text: text.slice(chars) };
      edit(cursor, isWhole ? replaceAfter : 0, taken, taken.length);
      if (isWhole) completer.accepted({ raceId: 'shown', modelId: 'm', text });
    },
    invoke: () => void ask(0, ''),
    selectWord: (word) => void ask(1, word),
    askAgain: () => void ask(1, ''),
    switchOn(next) {
      on = next;
      if (on) return;
      ghost = null;
      cancelQuestion();
      completer.stop();
    },
    async wait(ms) {
      const untilMs = clock.nowMs() + ms;
      while (askAtMs !== null && askAtMs <= untilMs) {
        await clock.advance(askAtMs - clock.nowMs());
        askAtMs = null;
        void ask(1, '');
      }
      await clock.advance(untilMs - clock.nowMs());
    },
    leave() {
      cancelQuestion();
      askAtMs = null;
      path.dispose();
    },
  };
}

/** The editor shows an item over a range only when the replaced text occurs in it, in order. */
function isShowable(replaced: string, text: string): boolean {
  let at = 0;
  for (const char of text) if (char === replaced.charAt(at)) at += 1;
  return at === replaced.length;
}
