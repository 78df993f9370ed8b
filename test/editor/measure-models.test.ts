import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CompletionError } from '../../src/core/outcome.ts';
import type { MeasurementRecord } from '../../src/core/record.ts';
import type { Engine } from '../../src/editor/engine.ts';
import { createMeasuring } from '../../src/editor/measure-models.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeModel, type Step } from '../support/fake-model.ts';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
  readonly kind?: number;
}
type Choose = (items: readonly Item[]) => unknown;

/** The lists answer what the test says, in their order; messages and progress are written down. */
const editor = vi.hoisted(() => ({
  lists: [] as { readonly title: string; readonly items: readonly Item[] }[],
  answers: [] as ((items: readonly Item[]) => unknown)[],
  messages: [] as string[],
  press: undefined as string | undefined,
  ran: [] as string[],
  progress: [] as { message: string; increment: number }[],
  cancel: () => {},
}));

vi.mock('vscode', () => ({
  ProgressLocation: { Notification: 15 },
  QuickPickItemKind: { Separator: -1 },
  commands: { executeCommand: async (id: string) => editor.ran.push(id) },
  window: {
    showQuickPick: async (items: readonly Item[], { title }: { title: string }) => {
      editor.lists.push({ title, items });
      return editor.answers.shift()?.(items.filter(({ kind }) => kind === undefined));
    },
    showInformationMessage: async (message: string) => {
      editor.messages.push(message);
      return editor.press;
    },
    withProgress: (_: unknown, task: (bar: unknown, token: unknown) => Promise<unknown>) =>
      task(
        { report: (step: (typeof editor.progress)[number]) => editor.progress.push(step) },
        {
          onCancellationRequested: (listener: () => void) => {
            editor.cancel = listener;
            return { dispose: () => {} };
          },
        },
      ),
  },
}));

const ANSWER: readonly Step[] = [100, '  { code: 4 },\n'];
const preselected: Choose = (items) => items.filter(({ picked }) => picked);
const labelled =
  (...labels: readonly string[]): Choose =>
  (items) =>
    items.filter(({ label }) => labels.some((part) => label.includes(part)));
const first: Choose = (items) => items[0];
const small = labelled('0.5k', 'Answers of 32');

function setup(ids: readonly string[] = ['qwen', 'mellum'], script: readonly Step[] = ANSWER) {
  const clock = createFakeClock();
  const models = ids.map((id) => createFakeModel(clock, { id, script }));
  const records: MeasurementRecord[] = [];
  const changes: boolean[] = [];
  const state = {
    enabled: true,
    paused: false,
    stops: 0,
    settings: ids.map((id) => ({ id, endpoint: 'http://127.0.0.1:8012' })),
  };
  const listeners: (() => void)[] = [];
  const onDidChange = (listener: () => void) => {
    listeners.push(listener);
    return { dispose: () => listeners.splice(listeners.indexOf(listener), 1) };
  };
  const summaries = ['built-in', ...ids].map((id) => ({
    id,
    provider: id === 'built-in' ? 'embedded' : 'llama-server',
    requests: 0,
    fault: id === 'down' ? { message: 'Nothing is listening at $(x).', since: 0 } : null,
  }));
  const measuring = createMeasuring({
    clock,
    engine: {
      entrants: models.map((model) => ({ model, timeoutMs: 1000, available: () => true })),
      summary: () => ({ models: summaries }) as unknown as ReturnType<Engine['summary']>,
      record: (record) => records.push(record),
      completer: { stop: () => (state.stops += 1) } as unknown as Engine['completer'],
    },
    settings: {
      get current() {
        return { enabled: state.enabled, models: state.settings } as never;
      },
      onDidChange: onDidChange as never,
    },
    secrets: { onDidChange: onDidChange as never },
    pause: {
      get active() {
        return state.paused;
      },
    },
    onChange: () => changes.push(measuring.active),
  });
  return { clock, models, records, changes, state, listeners, measuring };
}

beforeEach(() => {
  editor.lists = [];
  editor.answers = [];
  editor.messages = [];
  editor.press = undefined;
  editor.ran = [];
  editor.progress = [];
});

describe('what to measure is asked first', () => {
  test('with the models that are set up, without the predictor, a failing one not preselected', async () => {
    const { measuring } = setup(['qwen', 'down']);
    await measuring.measure();
    expect(editor.lists[0]?.items).toEqual([
      { id: 'qwen', label: 'qwen', description: 'not asked yet', picked: true },
      {
        id: 'down',
        label: 'down',
        description: 'not asked yet',
        detail: '$(error) Nothing is listening at $\u200b(x).',
        picked: false,
      },
    ]);
  });

  test('then the lengths, up to 8k tokens unless more is wanted', async () => {
    editor.answers = [preselected];
    const { measuring } = setup();
    await measuring.measure();
    const lengths = editor.lists[1]?.items.filter(({ kind }) => kind === undefined) ?? [];
    expect(lengths.map(({ label, picked }) => `${picked ? 'x' : '-'} ${label}`)).toEqual([
      'x Prompts of 0.5k tokens',
      'x Prompts of 2k tokens',
      'x Prompts of 8k tokens',
      '- Prompts of 16k tokens',
      '- Prompts of 32k tokens',
      'x Answers of 32 tokens',
      'x Answers of 512 tokens',
    ]);
  });

  test('and what it costs is said in numbers, for all and for each alone, before anything is sent', async () => {
    editor.answers = [preselected, preselected];
    const { measuring, models, records } = setup();
    await measuring.measure();
    const [all, , ...each] = editor.lists[2]?.items ?? [];
    expect(all?.label).toBe('$(beaker) Measure 2 models: 26 requests');
    expect(all?.detail).toBe('Takes about 86,100 prompt and at most 6,540 output tokens.');
    expect(each.map(({ label, description }) => `${label}: ${description}`)).toEqual([
      'Only qwen: 13 requests, about 43,100 prompt and at most 3,270 output tokens',
      'Only mellum: 13 requests, about 43,100 prompt and at most 3,270 output tokens',
    ]);
    expect(records).toEqual([]);
    expect(models.flatMap(({ requests }) => requests)).toEqual([]);
  });

  test.each([
    ['no model', [() => []]],
    ['no length of answers', [preselected, labelled('0.5k')]],
    ['no confirmation', [preselected, small]],
  ] as const)('and nothing is sent with %s', async (_, answers) => {
    editor.answers = [...answers];
    const { measuring, models, state } = setup();
    await measuring.measure();
    expect(models.flatMap(({ requests }) => requests)).toEqual([]);
    expect(state.stops).toBe(0);
  });

  test('unless no model is set up: then one sentence says what to do, and a button goes there', async () => {
    editor.press = 'Open Settings';
    const { measuring, clock } = setup([]);
    await measuring.measure();
    await clock.settle();
    expect(editor.lists).toEqual([]);
    expect(editor.messages).toEqual([expect.stringContaining('firstToken.models')]);
    expect(editor.ran).toEqual(['firstToken.openSettings']);
  });
});

describe('the run', () => {
  async function started(choices: readonly Choose[] = [preselected, small, first]) {
    editor.answers = [...choices];
    const all = setup();
    const ended = all.measuring.measure();
    await all.clock.settle();
    return { ...all, ended };
  }

  test('stops the race, keeps completions waiting until it ends, and keeps each request', async () => {
    const { clock, records, changes, state, measuring, ended } = await started();
    expect(state.stops).toBe(1);
    expect(measuring.active).toBe(true);
    await clock.advance(10_000);
    await ended;
    expect(changes).toEqual([true, false]);
    expect(records).toHaveLength(6);
    expect(new Set(records.map(({ run }) => run)).size).toBe(1);
    expect(new Set(records.map(({ id }) => id)).size).toBe(6);
  });

  test('shows how far it is and how long it will take', async () => {
    const { clock, ended } = await started();
    await clock.advance(10_000);
    await ended;
    expect(editor.progress[0]?.message).toMatch(/^(qwen|mellum) · 1 of 6$/);
    expect(editor.progress.at(-1)?.message).toMatch(/ · 6 of 6 · about 1 s left$/);
    const bar = editor.progress.reduce((sum, { increment }) => sum + increment, 0);
    expect(bar).toBeCloseTo((100 * 5) / 6);
  });

  test('ends with one message that leads to the panel', async () => {
    editor.press = 'Show Latency Panel';
    const { clock, ended } = await started();
    await clock.advance(10_000);
    await ended;
    await clock.settle();
    expect(editor.messages).toEqual(['Measured 2 models, 4 requests besides the warm-up.']);
    expect(editor.ran).toEqual(['firstToken.showLatencyPanel']);
  });

  test('of one alone asks nobody else', async () => {
    const { clock, models, ended } = await started([
      preselected,
      small,
      (items) => items.find(({ label }) => label === 'Only mellum'),
    ]);
    await clock.advance(10_000);
    await ended;
    expect(models.map(({ requests }) => requests.length)).toEqual([0, 3]);
  });

  test.each([
    ['cancelled in the notification', () => editor.cancel()],
    ['cancelled by a pause', (all: ReturnType<typeof setup>) => all.measuring.cancel()],
    ['outdated by changed settings', (all: ReturnType<typeof setup>) => all.listeners[0]?.()],
    ['outdated by a changed key', (all: ReturnType<typeof setup>) => all.listeners[1]?.()],
    ['disposed', (all: ReturnType<typeof setup>) => all.measuring.dispose()],
  ])('that is %s keeps what it has and lets completions go on', async (_, end) => {
    const all = await started();
    await all.clock.advance(250);
    end(all);
    await all.ended;
    expect(all.measuring.active).toBe(false);
    expect(all.records.map(({ lane }) => lane.outcome)).toEqual([
      'finished',
      'finished',
      'stopped',
    ]);
    expect(editor.messages).toEqual([expect.stringContaining('what was measured is kept')]);
    expect(all.clock.sleeping()).toBe(0);
  });

  test('is the only one at a time', async () => {
    const { measuring, clock, ended } = await started();
    editor.answers = [preselected, small, first];
    await measuring.measure();
    expect(editor.lists).toHaveLength(3);
    expect(editor.messages).toEqual(['Models are being measured already.']);
    await clock.advance(10_000);
    await ended;
  });

  test.each([
    [
      'the endpoint of one of them',
      ({ state }: ReturnType<typeof setup>) => {
        state.settings = state.settings.map((entry) => ({ ...entry, endpoint: 'https://other' }));
      },
    ],
    [
      'the whole entry',
      ({ state }: ReturnType<typeof setup>) => {
        state.settings = [];
      },
    ],
    ['a key', ({ listeners }: ReturnType<typeof setup>) => listeners[1]?.()],
  ] as const)('does not begin after %s was changed while a list was open', async (_, change) => {
    const all = setup();
    editor.answers = [
      preselected,
      small,
      (items) => {
        change(all);
        return first(items);
      },
    ];
    await all.measuring.measure();
    expect(editor.messages).toEqual([
      expect.stringMatching(/^Nothing was measured: .* set up anew/),
    ]);
    expect(all.models.flatMap(({ requests }) => requests)).toEqual([]);
    expect(all.measuring.active).toBe(false);
  });

  test('begins where only another model was changed meanwhile', async () => {
    const all = setup();
    editor.answers = [
      labelled('qwen'),
      small,
      (items) => {
        all.state.settings = all.state.settings.filter(({ id }) => id === 'qwen');
        return first(items);
      },
    ];
    const ended = all.measuring.measure();
    await all.clock.advance(10_000);
    await ended;
    expect(all.records).toHaveLength(3);
  });

  test('brings no link and no codicon of a model or its server into a notification', async () => {
    const id = '[$(x)](command:a)';
    const all = setup([id], [new CompletionError('http', 'It says [fix](command:b) $(y)')]);
    editor.answers = [preselected, small, first];
    const ended = all.measuring.measure();
    await all.clock.advance(20_000);
    await ended;
    const said = [...editor.messages, ...editor.progress.map(({ message }) => message)].join('\n');
    expect(said).toContain('[fix]');
    expect(said).toContain('[$');
    expect(said).not.toMatch(/\]\(|\$\(/);
  });

  test.each(['enabled', 'paused'] as const)(
    'does not begin while nothing may be sent: %s',
    async (key) => {
      const { measuring, state, models } = setup();
      state[key] = !state[key];
      editor.answers = [preselected, small, first];
      await measuring.measure();
      expect(editor.lists).toEqual([]);
      expect(editor.messages).toHaveLength(1);
      expect(models.flatMap(({ requests }) => requests)).toEqual([]);
    },
  );

  test('lets completions go on even when keeping a record throws', async () => {
    editor.answers = [preselected, small, first];
    const all = setup();
    const broken = createMeasuringThatCannotKeep(all);
    const ended = broken.measure().catch((error: Error) => error.message);
    await all.clock.advance(10_000);
    expect(await ended).toBe('disk is full');
    expect(broken.active).toBe(false);
  });

  function createMeasuringThatCannotKeep({ clock, models }: ReturnType<typeof setup>) {
    return createMeasuring({
      clock,
      engine: {
        entrants: models.map((model) => ({ model, timeoutMs: 1000, available: () => true })),
        summary: () =>
          ({
            models: models.map(({ id, provider }) => ({ id, provider, requests: 0, fault: null })),
          }) as never,
        record: () => {
          throw new Error('disk is full');
        },
        completer: { stop: () => {} } as unknown as Engine['completer'],
      },
      settings: {
        current: { enabled: true, models: [] } as never,
        onDidChange: (() => ({})) as never,
      },
      secrets: { onDidChange: (() => ({})) as never },
      pause: { active: false },
      onChange: () => {},
    });
  }
});
