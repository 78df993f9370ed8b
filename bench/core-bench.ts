import type { CompletionModel } from '../src/core/model.ts';
import type { Ask } from '../src/core/race/answer.ts';
import { createCompleter } from '../src/core/race/completer.ts';
import { confidenceRule } from '../src/core/race/confidence-rule.ts';
import { createStandings } from '../src/core/race/standing.ts';
import { createSystemClock } from '../src/models/system-clock.ts';
import type { Figures } from './figures.ts';
import { measure } from './measure.ts';

const KEYSTROKES = 3000;
const LINE = 'const total = items.map((item) => item.price * item.quantity).reduce(add, 0);';

/** What one keystroke costs us besides the models: an answer from memory, and a race of two at once. */
export async function benchCore(): Promise<Figures> {
  const clock = createSystemClock();
  const model = (id: string): CompletionModel => ({
    id,
    provider: 'llama-server',
    queueKey: `http://${id}`,
    async *stream(request) {
      const typed = request.prefix.slice(request.prefix.lastIndexOf('\n') + 1);
      yield { type: 'text', text: `${LINE.slice(typed.length)}\n` };
    },
  });
  const models = [model('one'), model('two')];
  const completer = createCompleter({
    clock,
    newId: () => 'bench',
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
      fetchAhead: 'off',
    }),
    standings: createStandings(),
    onRecord: () => {},
    onProgress: () => {},
    onRejected: () => {},
    isThere: () => true,
  });
  const code = Array.from({ length: 120 }, (_, line) => `  call(argument${line});`).join('\n');
  const askAt = (document: number, typed: number): Ask => {
    const prefix = `${code}\n${LINE.slice(0, typed)}`;
    return {
      request: {
        documentUri: `file:///${document}.ts`,
        languageId: 'typescript',
        path: `${document}.ts`,
        prefix,
        suffix: '\n',
        trigger: 'automatic',
        multiline: false,
        keystrokeAtMs: clock.nowMs(),
      },
      offset: prefix.length,
      askedAtMs: clock.nowMs(),
      mayRequest: true,
      speculative: false,
    };
  };
  const never = new AbortController().signal;
  const run = (ask: Ask) => completer.complete(ask, never);
  const keys = Array.from({ length: KEYSTROKES }, (_, key) => key);
  const race = await measure('raceOfTwoReadyModels', keys, (key) => run(askAt(key, 10)));
  await run(askAt(-1, 1));
  const memory = await measure('typedThrough', keys, (key) =>
    run(askAt(-1, 1 + (key % (LINE.length - 2)))),
  );
  return { ...race, ...memory };
}
