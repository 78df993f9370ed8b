import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import { ACCEPTED_COMMAND } from '../core/commands.ts';
import type { Answer } from '../core/race/answer.ts';
import type { Completer } from '../core/race/completer.ts';
import { mayStartRequest } from '../core/trigger/classify-edit.ts';
import type { Accepted } from './acceptance.ts';
import type { BuildRequest, BuiltRequest } from './build-request.ts';
import { COMPLETED_SCHEMES } from './completed-schemes.ts';
import type { Keystrokes } from './keystrokes.ts';

/**
 * The editor asks within its debounce of 50 ms, or the longest that another extension demands. A question
 * that comes later follows something else: an explicit command, or being switched on again.
 */
const MAX_KEY_AGE_MS = 500;

export interface InlineProviderOptions {
  readonly clock: Clock;
  readonly completer: Completer;
  readonly build: BuildRequest;
  readonly keystrokes: Keystrokes;
  /** Whether anything may be computed or sent for this document now. */
  readonly isOn: (document: vscode.TextDocument) => boolean;
  /** The editor has asked by itself, because of typing. */
  readonly onAsked: (document: vscode.TextDocument) => void;
  /** The answers to an explicit command are handed over. */
  readonly onAlternatives: (answer: Answer) => void;
  /** Called with the texts that are handed to the editor, to recognise them when they are accepted. */
  readonly onReturned: (insertTexts: readonly string[]) => void;
}

/** The one registration: the editor races extensions, we race models inside. */
export function registerInlineProvider(options: InlineProviderOptions): vscode.Disposable {
  const { clock, completer, keystrokes } = options;
  const asked = new Map<string, number>();

  const handOver = (items: readonly Item[]): Item[] => {
    options.onReturned(items.map(({ insertText }) => insertText));
    return [...items];
  };

  const provider: vscode.InlineCompletionItemProvider = {
    async provideInlineCompletionItems(document, position, context, token) {
      const askedAtMs = clock.nowMs();
      const isExplicit = context.triggerKind === vscode.InlineCompletionTriggerKind.Invoke;
      if (!isExplicit) options.onAsked(document);
      if (!options.isOn(document) || token.isCancellationRequested) return [];
      const uri = document.uri.toString();
      const keystroke = keystrokes.of(document);
      // The editor may ask twice about one version; only the first question follows the keystroke.
      const isFirst = asked.get(uri) !== document.version;
      asked.set(uri, document.version);
      const isFresh = keystroke !== null && askedAtMs - keystroke.atMs <= MAX_KEY_AGE_MS;
      const keystrokeAtMs = isFirst && isFresh && !isExplicit ? keystroke.atMs : askedAtMs;
      const mayRequest = isExplicit || keystroke === null || mayStartRequest(keystroke.kind);
      const isPlain = !isExplicit && context.selectedCompletionInfo === undefined;
      if (isPlain && keystroke?.position.offset === document.offsetAt(position)) {
        const answer = completer.goOn({
          position: keystroke.position,
          request: { keystrokeAtMs, languageId: document.languageId, trigger: 'automatic' },
          askedAtMs,
          mayRequest,
          speculative: false,
          place: () => options.build(document, position, null, clock.nowMs()),
        });
        if (answer !== null) return handOver([toItem(answer, null, position)]);
      }
      const built = options.build(document, position, context, keystrokeAtMs);

      const controller = new AbortController();
      const cancellation = token.onCancellationRequested(() => controller.abort());
      try {
        const speculative = built.selected !== null;
        const ask = { ...built, askedAtMs, mayRequest, speculative };
        const answer = await completer.complete(ask, controller.signal);
        if (answer === null || token.isCancellationRequested) return [];
        if (cursorLeft(document, position)) return [];
        const { selected } = built;
        if (isExplicit) options.onAlternatives(answer);
        return handOver([answer, ...answer.others].map((one) => toItem(one, selected, position)));
      } finally {
        cancellation.dispose();
      }
    },
  };
  const selector = COMPLETED_SCHEMES.map((scheme) => ({ scheme }));
  const registration = vscode.languages.registerInlineCompletionItemProvider(selector, provider);
  return {
    dispose: () => {
      registration.dispose();
      asked.clear();
    },
  };
}

/**
 * Moving the cursor cancels nothing: the editor would paint a late answer at the old column. Only a
 * visible editor of the document can tell.
 */
function cursorLeft(document: vscode.TextDocument, position: vscode.Position): boolean {
  const editor = vscode.window.activeTextEditor;
  return editor?.document === document && !editor.selection.active.isEqual(position);
}

type Item = vscode.InlineCompletionItem & { readonly insertText: string };

/** The range is always explicit: the editor's default would reach to the end of the line. */
function toItem(
  answer: Answer,
  selected: BuiltRequest['selected'],
  position: vscode.Position,
): Item {
  const end = position.translate(0, answer.replaceAfter);
  const start = selected?.start ?? position;
  const insertText = (selected?.text ?? '') + answer.text;
  const item = new vscode.InlineCompletionItem(insertText, new vscode.Range(start, end));
  const { raceId, modelId, text, confidence } = answer;
  const accepted: Accepted = { raceId, modelId, text, confidence };
  const command = { command: ACCEPTED_COMMAND, title: 'Accepted', arguments: [accepted] };
  return Object.assign(item, { insertText, command });
}
