import { describe, expect, test } from 'vitest';
import { verdict } from '../../../src/core/measure/verdict.ts';
import type { ModelSummary, PanelSnapshot } from '../../../src/core/protocol.ts';
import {
  builtIn,
  FIXTURE_NOW,
  faultySnapshot,
  manySnapshot,
  model,
  phase,
  share,
  snapshot,
  typicalSnapshot,
} from '../../support/panel-fixtures.ts';

const words = {
  name: (id: string) => id,
  time: (epochMs: number) => new Date(epochMs).toISOString().slice(11, 16),
};
const of = (models: readonly ModelSummary[], part: Partial<PanelSnapshot> = {}) =>
  verdict(snapshot({ models, ...part }), words);

const fast = (part: Partial<ModelSummary> = {}) =>
  model('fast', { inTime: share(388, 400), ...part });
const slow = (part: Partial<ModelSummary> = {}) =>
  model('slow', { inTime: share(224, 400), ...part });

describe('a better model', () => {
  test('is named beside the default, with both late shares and the button to switch', () => {
    expect(verdict(typicalSnapshot(), words)).toEqual({
      kind: 'better',
      sentence:
        'codestral, your default, is late with its answer for 44 in 100 requests. qwen-local is late for 3.',
      reason: 'Its prefill takes 88 ms on this machine; codestral waits 212 ms for its server.',
      recommended: 'qwen-local',
      button: {
        label: 'Make qwen-local the Default',
        action: { type: 'set-default', model: 'qwen-local' },
      },
    });
  });

  test('is not claimed while the two intervals overlap', () => {
    const said = of([
      model('current', { isDefault: true, inTime: share(27, 30) }),
      model('other', { inTime: share(390, 400) }),
    ]);
    expect(said.kind).toBe('tie');
    expect(said.sentence).toBe('current and other are equally quick. Keep current.');
    expect(said.recommended).toBe('current');
    expect(said.button).toBeNull();
  });

  test.each([
    ['127.0.0.1:8012', ' on this machine'],
    ['http://localhost:11434', ' on this machine'],
    ['[::1]:8080', ' on this machine'],
    ['api.127.0.0.1.example', ''],
    ['localhost.example', ''],
    ['gateway.example', ''],
  ])('says where its server is only when the address is this machine: %s', (host, where) => {
    const said = of([slow({ isDefault: true }), fast({ detail: `llama-server · ${host}` })]);
    expect(said.reason).toBe(`Its server takes 154 ms${where}; slow waits 154 ms for its server.`);
  });

  test('has no reason when the phases were not measured', () => {
    expect(of([slow({ isDefault: true, segments: null }), fast()]).reason).toBeNull();
  });

  test('names connecting and waiting where those are the widest phases', () => {
    const said = of([
      slow({
        isDefault: true,
        segments: [phase('wait', 10), phase('connect', 300), phase('server', 90)],
      }),
      fast({ segments: [phase('wait', 60), phase('server', 20)] }),
    ]);
    expect(said.reason).toBe('It waits 60 ms before it is asked; slow needs 300 ms to connect.');
  });

  test('tells a wait in the scheduler apart from a slow model', () => {
    const queued = slow({
      isDefault: true,
      segments: [phase('wait', 24), phase('queue', 2004, 'server'), phase('prefill', 90, 'server')],
    });
    expect(of([queued, fast()]).reason).toBe('Its server takes 154 ms; slow queues 2.0 s.');
  });
});

describe('the default is the best', () => {
  test('and says so with its share', () => {
    const said = of([fast({ isDefault: true }), slow()]);
    expect(said.sentence).toBe(
      'fast starts its answer in time for 97 in 100 requests. Nothing you have set up is faster.',
    );
    expect(said).toMatchObject({ kind: 'best', recommended: 'fast', button: null });
  });

  test('without a default, the best model is the subject', () => {
    expect(of([fast(), slow()])).toMatchObject({ kind: 'best', recommended: 'fast' });
  });

  test('a single model is compared with the budget, not with others', () => {
    expect(of([fast({ isDefault: true }), builtIn()]).sentence).toBe(
      'fast starts its answer in time for 97 in 100 requests.',
    );
    const late = model('slow', { isDefault: true, inTime: share(40, 400) });
    expect(of([late, builtIn()]).sentence).toBe(
      'slow is late with its answer for 90 in 100 requests.',
    );
  });

  test.each([
    [4000, 4000, '100'],
    [3999, 4000, 'more than 99'],
    [2398, 4000, '60'],
  ])('%i of %i in time is never a false 100: %s', (hits, n, figure) => {
    const said = of([model('m', { isDefault: true, inTime: share(hits, n) })]);
    expect(said.sentence).toBe(`m starts its answer in time for ${figure} in 100 requests.`);
  });
});

test('when every model is mostly late, the closest is named against the configured budget', () => {
  const said = of(
    [
      model('a', { isDefault: true, inTime: share(120, 400) }),
      model('b', { inTime: share(80, 400) }),
    ],
    { budgetMs: 250 },
  );
  expect(said.kind).toBe('none-reaches');
  expect(said.sentence).toBe(
    'No model reaches 250 ms here. a comes closest, starting its answer in time for 30 in 100 requests.',
  );
});

describe('a default that fails', () => {
  const fault = {
    message: 'The server refused the key (HTTP 401). Set it again.',
    since: FIXTURE_NOW,
  };
  const down = slow({ isDefault: true, state: 'failing', fault });

  test('is told with its time and cause, and with who is covering', () => {
    const said = of([down, fast()]);
    expect(said.sentence).toBe(
      'slow has not answered since 14:31: the server refused the key (HTTP 401). fast is covering.',
    );
    expect(said.button?.action).toEqual({ type: 'set-default', model: 'fast' });
  });

  test('offers the key when the host says that the key is the problem', () => {
    const said = verdict(faultySnapshot(), words);
    expect(said.kind).toBe('failing');
    expect(said.sentence).toMatch(/The built-in predictor is covering\.$/);
    expect(said.button).toEqual({
      label: 'Set Key…',
      action: { type: 'set-key', model: 'codestral' },
    });
  });

  test('offers the settings when it is set up wrongly, and nobody covers', () => {
    const said = of([
      slow({
        isDefault: true,
        state: 'misconfigured',
        fault: { message: 'Ollama needs a model name.', since: FIXTURE_NOW },
      }),
    ]);
    expect(said.sentence).toBe('slow cannot be asked: Ollama needs a model name.');
    expect(said.button?.action).toEqual({ type: 'open-settings' });
  });

  test('is told without a cause when none is known', () => {
    expect(of([slow({ isDefault: true, state: 'failing' })]).sentence).toBe(
      'slow has not answered.',
    );
  });
});

describe('too little to say', () => {
  test.each([
    [share(12, 12), 'Not enough yet to compare: 12 of 30 answers from slow.'],
    [null, 'Not enough yet to compare: 0 of 30 answers from slow.'],
  ])('counts up to what a verdict needs', (inTime, sentence) => {
    expect(of([slow({ isDefault: true, inTime }), fast()]).sentence).toBe(sentence);
  });

  test('a single model is not compared, but judged', () => {
    const inTime = share(20, 20);
    expect(of([slow({ isDefault: true, inTime }), builtIn()]).sentence).toBe(
      'Not enough yet to judge: 20 of 30 answers from slow.',
    );
  });

  test('only the built-in predictor: says how often it speaks, once that is known', () => {
    expect(of([builtIn()]).sentence).toBe(
      'Only the built-in predictor is running. Asked afresh, it speaks in 29 of 100 cases.',
    );
    expect(of([builtIn({ inTime: share(3, 9) })]).sentence).toBe(
      'Only the built-in predictor is running.',
    );
    expect(of([builtIn()]).button?.action).toEqual({ type: 'open-settings' });
  });

  test('no model at all', () => {
    expect(of([])).toMatchObject({ kind: 'no-model', sentence: 'No model is set up.' });
  });

  test('wrong entries are why there is no model, and the button leads to them', () => {
    const detail = 'Model "qwen" is left out: "endpoint" is missing.';
    const problems = [{ severity: 'warning', title: 'qwen', detail }] as const;
    expect(of([builtIn()], { problems })).toMatchObject({
      kind: 'built-in-only',
      sentence: 'Only the built-in predictor is running: the entry "qwen" is wrong.',
      button: { label: 'Open Settings', action: { type: 'open-settings' } },
    });
    expect(of([], { problems }).sentence).toBe('No model is running: the entry "qwen" is wrong.');
  });

  test('a wrong entry beside a model that runs is no headline', () => {
    const detail = 'Model "qwen" is left out: "endpoint" is missing.';
    const problems = [{ severity: 'warning', title: 'qwen', detail }] as const;
    expect(of([fast({ isDefault: true })], { problems }).kind).toBe('alone');
  });

  test('switched off comes before everything else', () => {
    const said = verdict({ ...typicalSnapshot(), enabled: false }, words);
    expect(said.kind).toBe('off');
    expect(said.button?.action).toEqual({ type: 'toggle' });
  });
});

describe('nothing is recommended while a model that may be better is not judged', () => {
  const late = (part: Partial<ModelSummary> = {}) =>
    model('late', { inTime: share(0, 34), ...part });

  test('a late model that has its thirty answers first does not beat a quick default with twenty', () => {
    const said = of([model('quick', { isDefault: true, inTime: share(17, 20) }), late()]);
    expect(said.sentence).toBe('Not enough yet to compare: 20 of 30 answers from quick.');
    expect(said).toMatchObject({ kind: 'too-few', recommended: null, button: null });
  });

  test('nor does a late default stay, or a middling one', () => {
    const quick = model('quick', { inTime: share(17, 20) });
    for (const inTime of [share(0, 34), share(60, 100)]) {
      const said = of([late({ isDefault: true, inTime }), quick]);
      expect(said.sentence).toBe('Not enough yet to compare: 20 of 30 answers from quick.');
      expect(said.recommended).toBeNull();
    }
  });

  test('a model that was never asked may be the one that is in time', () => {
    expect(of([late({ isDefault: true }), model('new', { inTime: null })])).toMatchObject({
      kind: 'too-few',
      sentence: 'Not enough yet to compare: 0 of 30 answers from new.',
      recommended: null,
    });
  });
});

test('the verdict is two sentences at most, whatever the models are', () => {
  for (const said of [typicalSnapshot(), faultySnapshot(), manySnapshot()].map((s) =>
    verdict(s, words),
  )) {
    expect(said.sentence.split(/[.] /).length).toBeLessThanOrEqual(2);
  }
});

test('a verdict that counts says what: requests or answers, never keystrokes', () => {
  const late = model('late', { isDefault: true, inTime: share(40, 400) });
  const few = model('few', { isDefault: true, inTime: share(9, 9) });
  const all = [
    [slow({ isDefault: true }), fast()],
    [fast({ isDefault: true }), slow()],
    [fast({ isDefault: true })],
    [late],
    [late, model('later', { inTime: share(20, 400) })],
    [few],
    [few, fast()],
  ].map((models) => of(models).sentence);
  for (const sentence of all) expect(sentence).toMatch(/\d+ (?:in 100 requests|of 30 answers)\b/);
  expect(all.join(' ')).not.toContain('keystroke');
});
