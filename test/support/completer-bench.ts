import type { Answer, Ask, RaceSettings } from '../../src/core/race/answer.ts';
import { createCompleter } from '../../src/core/race/completer.ts';
import { createStandings } from '../../src/core/race/standing.ts';
import type { AcceptRecord, RaceRecord } from '../../src/core/record.ts';
import type { Trigger } from '../../src/core/request.ts';
import { atCursor } from './cursor.ts';
import { createFakeClock } from './fake-clock.ts';
import type { FakeModel } from './fake-model.ts';

const DEFAULTS: RaceSettings = {
  budgetMs: 300,
  policy: 'race',
  defaultModel: 'auto',
  extraRequests: 0.1,
  shadow: 0,
  confidence: { atOnce: 0.85, alone: 0.5 },
  partialLine: true,
  fetchAhead: 'off',
};

/** A completer with its models on the fake clock, asked as the editor asks. */
export function completerBench(options: {
  models: (clock: ReturnType<typeof createFakeClock>) => readonly FakeModel[];
  settings?: Partial<RaceSettings>;
  unavailable?: readonly string[];
  random?: () => number;
  /** Whether the cursor still stands where a text was shown; true when left out. */
  isThere?: () => boolean;
}) {
  const clock = createFakeClock();
  const models = options.models(clock);
  const records: (RaceRecord | AcceptRecord)[] = [];
  const rejected: string[] = [];
  let ids = 0;
  const completer = createCompleter({
    clock,
    newId: () => `race-${++ids}`,
    random: options.random ?? (() => 0.5),
    entrants: () =>
      models.map((model) => ({
        model,
        timeoutMs: 2000,
        available: () => !(options.unavailable ?? []).includes(model.id),
      })),
    settings: () => ({ ...DEFAULTS, ...options.settings }),
    standings: createStandings(),
    onRecord: (record) => records.push(record),
    onProgress: () => {},
    onRejected: (pinned) => rejected.push(pinned.text),
    isThere: options.isThere ?? (() => true),
  });
  /** Types: asks now, 60 ms after the keystroke as the editor does. */
  const ask = (
    document: string,
    extra: { trigger?: Trigger; mayRequest?: boolean; speculative?: boolean } = {},
  ) => {
    const { request, offset } = atCursor(document, {
      keystrokeAtMs: clock.nowMs() - 60,
      ...(extra.trigger === undefined ? {} : { trigger: extra.trigger }),
    });
    const controller = new AbortController();
    const question: Ask = {
      request,
      offset,
      askedAtMs: clock.nowMs(),
      mayRequest: extra.mayRequest ?? true,
      speculative: extra.speculative ?? false,
    };
    const state: { answer: Answer | null | undefined; atMs: number } = {
      answer: undefined,
      atMs: 0,
    };
    const promise = completer.complete(question, controller.signal).then((answer) => {
      state.answer = answer;
      state.atMs = clock.nowMs() - request.keystrokeAtMs;
    });
    return { state, promise, cancel: () => controller.abort() };
  };
  const races = (): RaceRecord[] =>
    records.filter((record): record is RaceRecord => record.kind === 'race');
  return { clock, models, completer, ask, records, races, rejected };
}
