import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Answer, Ask } from '../../src/core/race/answer.ts';
import { createRequestBuilder } from '../../src/editor/build-request.ts';
import { registerInlineProvider } from '../../src/editor/inline-provider.ts';
import type { Keystroke } from '../../src/editor/keystrokes.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { Position, Range, textDocument } from '../support/vscode-text.ts';

const editor = vi.hoisted(() => ({
  provider: null as unknown as vscode.InlineCompletionItemProvider,
  active: undefined as { document: unknown; selection: { active: unknown } } | undefined,
}));

vi.mock('vscode', async () => {
  const { Position, Range } = await import('../support/vscode-text.ts');
  return {
    Position,
    Range,
    InlineCompletionItem: class {
      insertText: string;
      range: Range;
      constructor(insertText: string, range: Range) {
        this.insertText = insertText;
        this.range = range;
      }
    },
    InlineCompletionTriggerKind: { Invoke: 0, Automatic: 1 },
    languages: {
      registerInlineCompletionItemProvider: (_: unknown, provider: typeof editor.provider) => {
        editor.provider = provider;
        return { dispose: () => {} };
      },
    },
    window: {
      get activeTextEditor() {
        return editor.active;
      },
    },
    workspace: { asRelativePath: () => 'src/a.ts', getWorkspaceFolder: () => ({}) },
  };
});

const ANSWER: Answer = {
  raceId: 'r1',
  sourceRaceId: 'r1',
  modelId: 'm',
  text: 'b);',
  replaceAfter: 1,
  source: 'race',
  confidence: null,
  ttftMs: 90,
  others: [],
};

/** A change that did not leave the cursor where the question is asked. */
const ELSEWHERE = { documentUri: 'file:///a.ts', offset: -1, prefix: '', suffix: '' };

interface Asking {
  readonly text: string;
  readonly keystroke?: Keystroke | null;
  readonly on?: boolean;
  readonly answer?: Answer | null;
  /** The rest of what is on screen. */
  readonly goesOn?: Answer;
  readonly trigger?: number;
  readonly selected?: { range: Range; text: string };
  /** Runs while the question is open. */
  readonly meanwhile?: (cancel: () => void) => void;
}

const clock = createFakeClock(5000);
const asks: Ask[] = [];
const signals: AbortSignal[] = [];
const returned: string[] = [];
const named: string[] = [];

async function provide(asking: Asking) {
  const offset = asking.text.indexOf('█');
  const document = textDocument(asking.text.replace('█', ''));
  const position = document.positionAt(offset);
  editor.active = { document, selection: { active: position } };
  let cancelled = false;
  const listeners: (() => void)[] = [];
  const cancel = (): void => {
    cancelled = true;
    for (const listener of listeners) listener();
  };
  registerInlineProvider({
    clock,
    build: createRequestBuilder({ promptTokens: () => 2000, contextOf: () => undefined }),
    keystrokes: { of: () => asking.keystroke ?? null, dispose: () => {} },
    isOn: () => asking.on ?? true,
    onAsked: () => {},
    onAlternatives: (answer) => named.push(answer.modelId),
    onReturned: (texts) => returned.push(...texts),
    completer: {
      begin: () => {},
      complete: async (ask, signal) => {
        asks.push(ask);
        signals.push(signal);
        asking.meanwhile?.(cancel);
        return asking.answer === undefined ? ANSWER : asking.answer;
      },
      goesOn: () => false,
      goOn: () => asking.goesOn ?? null,
      edited: () => {},
      accepted: () => {},
      stop: () => {},
    },
  });
  const items = await editor.provider.provideInlineCompletionItems(
    document as unknown as vscode.TextDocument,
    position as unknown as vscode.Position,
    {
      triggerKind: asking.trigger ?? 1,
      selectedCompletionInfo: asking.selected,
    } as unknown as vscode.InlineCompletionContext,
    {
      get isCancellationRequested() {
        return cancelled;
      },
      onCancellationRequested: (listener: () => void) => {
        listeners.push(listener);
        return { dispose: () => listeners.splice(0) };
      },
    } as unknown as vscode.CancellationToken,
  );
  return items as (vscode.InlineCompletionItem & { insertText: string })[];
}

beforeEach(() => {
  asks.length = 0;
  signals.length = 0;
  returned.length = 0;
  named.length = 0;
});

describe('the item', () => {
  test('has an explicit range over exactly what it replaces, and the acceptance command', async () => {
    const [item] = await provide({ text: 'call(a, █)' });
    expect(item?.insertText).toBe('b);');
    expect(item?.range).toEqual(new Range(new Position(0, 8), new Position(0, 9)));
    expect(item?.command).toMatchObject({
      command: 'firstToken.accepted',
      arguments: [{ raceId: 'r1', modelId: 'm', text: 'b);', confidence: null }],
    });
    expect(returned).toEqual(['b);']);
  });

  test('begins with the word that is selected in the suggestion list', async () => {
    const range = new Range(new Position(1, 2), new Position(1, 5));
    const [item] = await provide({
      text: 'x\n  con█',
      selected: { range, text: 'console' },
      answer: { ...ANSWER, text: '.log();', replaceAfter: 0 },
    });
    expect(item?.insertText).toBe('console.log();');
    expect(item?.range).toEqual(range);
    expect(asks[0]).toMatchObject({ speculative: true, offset: 4 + 'console'.length });
    expect(asks[0]?.request.prefix).toBe('x\n  console');
  });
});

describe('the question', () => {
  test('runs from the keystroke, and a second one about the same version from itself', async () => {
    const keystroke = { atMs: 4940, version: 1, kind: 'typed', position: ELSEWHERE } as const;
    await provide({ text: 'a█', keystroke });
    expect(asks[0]).toMatchObject({ askedAtMs: 5000, mayRequest: true });
    expect(asks[0]?.request).toMatchObject({ keystrokeAtMs: 4940, prefix: 'a', suffix: '' });
    await provide({ text: 'a█', keystroke: null });
    expect(asks[1]?.request.keystrokeAtMs).toBe(5000);
  });

  test('that comes long after the key, or by a command, runs from itself', async () => {
    await provide({
      text: 'a█',
      keystroke: { atMs: 4400, version: 1, kind: 'typed', position: ELSEWHERE },
    });
    await provide({
      text: 'b█',
      keystroke: { atMs: 4990, version: 1, kind: 'typed', position: ELSEWHERE },
      trigger: 0,
    });
    expect(asks.map((ask) => ask.request.keystrokeAtMs)).toEqual([5000, 5000]);
  });

  test.each([
    ['deleted', 1, false],
    ['pasted', 1, false],
    ['undone', 1, false],
    ['several', 1, false],
    ['inserted', 1, true],
    ['accepted', 1, true],
    ['deleted', 0, true],
  ] as const)(
    'after an edit that %s, trigger %i, may ask a model: %s',
    async (kind, trigger, may) => {
      await provide({
        text: 'a█',
        keystroke: { atMs: 4990, version: 1, kind, position: ELSEWHERE },
        trigger,
      });
      expect(asks[0]?.mayRequest).toBe(may);
    },
  );

  test('wants a block on a blank line and the rest of a line elsewhere', async () => {
    await provide({ text: '{\n  █\n}' });
    await provide({ text: '{\n  a█\n}' });
    expect(asks.map((ask) => ask.request.multiline)).toEqual([true, false]);
  });
});

test('text on screen that goes on is returned without a request being built', async () => {
  const position = { documentUri: 'file:///a.ts', offset: 1, prefix: 'a', suffix: '' };
  const keystroke = { atMs: 4990, version: 1, kind: 'typed', position } as const;
  const goesOn = { ...ANSWER, text: 'rest;', replaceAfter: 0 };
  const [item] = await provide({ text: 'a█', keystroke, goesOn });
  expect(item?.insertText).toBe('rest;');
  expect(asks).toEqual([]);
  expect(returned).toEqual(['rest;']);
  const [other] = await provide({ text: 'a█', keystroke, goesOn, trigger: 0 });
  expect(other?.insertText).toBe('b);');
});

describe('nothing is returned', () => {
  test('nor asked when switched off', async () => {
    expect(await provide({ text: 'a█', on: false })).toEqual([]);
    expect(asks).toEqual([]);
  });
  test('when there is no answer', async () => {
    expect(await provide({ text: 'a█', answer: null })).toEqual([]);
  });
  test('when the editor has cancelled, and the race is told', async () => {
    expect(await provide({ text: 'a█', meanwhile: (cancel) => cancel() })).toEqual([]);
    expect(signals[0]?.aborted).toBe(true);
  });
  test('when the cursor has moved, which cancels nothing by itself', async () => {
    const meanwhile = (): void => {
      if (editor.active !== undefined) editor.active.selection.active = new Position(0, 0);
    };
    expect(await provide({ text: 'a█', meanwhile })).toEqual([]);
    expect(returned).toEqual([]);
  });
});

test('after an explicit command all answers are handed over, and named', async () => {
  const other = { ...ANSWER, modelId: 'other', text: 'c);' };
  const items = await provide({
    text: 'call(a, █)',
    trigger: 0,
    answer: { ...ANSWER, others: [other] },
  });
  expect(items.map(({ insertText }) => insertText)).toEqual(['b);', 'c);']);
  expect(items[1]?.command?.arguments).toMatchObject([{ modelId: 'other', text: 'c);' }]);
  expect(named).toEqual(['m']);
  await provide({ text: 'call(a, █)' });
  expect(named).toEqual(['m']);
});
