import type * as vscode from 'vscode';
import type { CompletionModel } from '../../src/core/model.ts';
import { confidenceRule } from '../../src/core/race/confidence-rule.ts';
import { createStandings } from '../../src/core/race/standing.ts';
import type { RaceRecord } from '../../src/core/record.ts';
import { createRequestBuilder } from '../../src/editor/build-request.ts';
import { createSystemClock } from '../../src/models/system-clock.ts';
import { FakeDocument } from '../../test/support/fake-document.ts';
import { editor } from '../../test/support/fake-vscode.ts';
import { createTypingPath } from '../../test/support/typing-path.ts';

/** What the models say of the line that is written: 76 characters, a usual statement. */
export const LINE = 'const total = items.map((item) => item.price * item.quantity).reduce(add, 0);';

export interface Typist {
  readonly requests: number;
  /** Where the last answer came from; null after silence. */
  readonly source: NonNullable<RaceRecord['shown']>['source'] | null;
  /** Writes into the document, which is the editor's work; the rest of the key is ours. */
  write(text: string): () => Promise<number>;
  /** Empties the line again, and lets everything come to rest. */
  clear(): Promise<void>;
  close(): void;
}

/** Somebody at the middle of a file of `lines` lines, with two models that answer at once. */
export async function createTypist(lines: number): Promise<Typist> {
  const above = Array.from({ length: lines / 2 }, (_, line) => codeLine(line));
  const text = [...above, '', ...above, ''].join('\n');
  const document = new FakeDocument(text);
  const lineAt = above.join('\n').length + 1;
  let typed = '';
  let requests = 0;
  let source: Typist['source'] = null;
  let ids = 0;

  const model = (id: string): CompletionModel => ({
    id,
    provider: 'llama-server',
    queueKey: `http://${id}`,
    async *stream({ prefix }) {
      requests += 1;
      const line = prefix.slice(prefix.lastIndexOf('\n') + 1);
      yield { type: 'text', text: `${LINE.slice(line.length)}\n` };
    },
  });
  const models = [model('one'), model('two')];
  const path = createTypingPath({
    clock: createSystemClock(),
    build: createRequestBuilder({ promptTokens: () => 2000, contextOf: () => undefined }),
    isOn: () => true,
    completer: {
      newId: () => `race-${ids++}`,
      random: () => 1,
      entrants: () => models.map((one) => ({ model: one, timeoutMs: 1000, available: () => true })),
      settings: () => ({
        budgetMs: 300,
        policy: 'race',
        defaultModel: 'auto',
        extraRequests: 0,
        shadow: 0,
        confidence: confidenceRule('balanced'),
        partialLine: true,
        fetchAhead: 'local',
      }),
      standings: createStandings(),
      onRecord: (record) => {
        if (record.kind === 'race') source = record.shown?.source ?? null;
      },
      onProgress: () => {},
    },
  });
  editor.open(document);
  editor.moveTo(lineAt);

  const ask = async (): Promise<number> => {
    const position = document.positionAt(lineAt + typed.length);
    const items = (await editor.provider.provideInlineCompletionItems(
      document as unknown as vscode.TextDocument,
      position as unknown as vscode.Position,
      { triggerKind: 1 } as unknown as vscode.InlineCompletionContext,
      NEVER_CANCELLED as unknown as vscode.CancellationToken,
    )) as vscode.InlineCompletionItem[];
    return items.length;
  };

  return {
    get requests() {
      return requests;
    },
    get source() {
      return source;
    },
    write(inserted) {
      const change = document.replace(lineAt + typed.length, 0, inserted);
      typed += inserted;
      return async () => {
        editor.changed([change]);
        editor.moveTo(lineAt + typed.length);
        return ask();
      };
    },
    async clear() {
      const change = document.replace(lineAt, typed.length, '');
      typed = '';
      editor.changed([change]);
      editor.moveTo(lineAt);
      await ask();
      await new Promise((resolve) => setImmediate(resolve));
    },
    close: path.dispose,
  };
}

const NEVER_CANCELLED = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => {} }),
};

/** Lines of 20 to 60 characters, as source code has them. */
function codeLine(line: number): string {
  const words = ['value', 'index', 'result', 'options'];
  const name = words[line % words.length];
  return `${'  '.repeat(line % 4)}const ${name}${line} = call(${name}, ${'item, '.repeat(line % 5)}${line});`;
}
