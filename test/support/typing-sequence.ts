import { CompletionError } from '../../src/core/outcome.ts';
import type { RaceSettings } from '../../src/core/race/answer.ts';
import { createStandings } from '../../src/core/race/standing.ts';
import type { AcceptRecord, RaceRecord } from '../../src/core/record.ts';
import { seededRandom } from '../../src/core/seeded-random.ts';
import { createRequestBuilder } from '../../src/editor/build-request.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeModel, type FakeModel, type Step } from './fake-model.ts';
import { openTypingSession, type TypingSession } from './typing-session.ts';

export const DEEDS = [
  'types on',
  'types on',
  'types on',
  'types against',
  'types a bracket pair',
  'breaks the line',
  'deletes',
  'deletes',
  'undoes',
  'moves the cursor',
  'accepts',
  'accepts a word',
  'accepts a line',
  'asks by command',
  'asks again',
  'selects a word in the list',
  'takes a word from the list',
  'switches off',
  'switches on',
  'rests',
] as const;

export interface Deed {
  readonly deed: (typeof DEEDS)[number];
  readonly chars: number;
  readonly waitMs: number;
}

export interface Sequence {
  readonly seed: number;
  readonly windows: boolean;
  readonly policy: RaceSettings['policy'];
  readonly steps: readonly Deed[];
}

/** What went wrong in one sequence, in words; and how often what was seen. */
export interface Played {
  readonly faults: readonly string[];
  readonly seen: Readonly<Record<string, number>>;
}

const PLAN = `sum = add(a, b);
  if (sum > "limit".length) {
    return call(sum, [1, 2]);
  }
  return { sum };
`;
const NEVER_MS = 1e9;

/** Plays one random sequence through the real listeners, provider and completer. */
export async function playSequence(sequence: Sequence): Promise<Played> {
  const random = seededRandom(sequence.seed);
  const below = (count: number): number => Math.floor(random() * count);
  const clock = createFakeClock();
  const records: (RaceRecord | AcceptRecord)[] = [];
  const ids: string[] = [];
  const faults: string[] = [];
  const seen: Record<string, number> = {};
  const note = (what: string): void => {
    seen[what] = (seen[what] ?? 0) + 1;
  };

  /** What the person would type next: through the text on screen, else on in their plan. */
  const next = (prefix: string): string => {
    const written = prefix.replaceAll('\r\n', '\n');
    for (let length = Math.min(PLAN.length, written.length); length >= 0; length -= 1) {
      if (written.endsWith(PLAN.slice(0, length))) return PLAN.slice(length);
    }
    return PLAN;
  };
  const script = (prefix: string): readonly Step[] => answer(next(prefix), below, note);
  const models = createModels(clock, script, random);
  const requests = (): number =>
    models
      .filter(({ provider }) => provider !== 'embedded')
      .reduce((sum, model) => sum + model.requests.length, 0);

  const end = sequence.windows ? '\r\n' : '\n';
  const text = `let a = 1;\nlet b = 2;\n{\n  const █\n}\nlast();\n`.replaceAll('\n', end);
  const session = openTypingSession({
    clock,
    text,
    build: createRequestBuilder({ promptTokens: () => 2000, contextOf: () => undefined }),
    completer: {
      newId: () => {
        const id = `race-${ids.length}`;
        ids.push(id);
        return id;
      },
      random,
      entrants: () => models.map((model) => ({ model, timeoutMs: 2000, available: () => true })),
      settings: () => ({
        budgetMs: 300,
        policy: sequence.policy,
        defaultModel: 'auto',
        extraRequests: 0.5,
        shadow: 0.2,
        confidence: { atOnce: 0.85, alone: 0.5 },
        partialLine: true,
        fetchAhead: 'local',
      }),
      standings: createStandings(),
      onRecord: (record) => records.push(record),
      onProgress: () => {},
    },
  });

  let off = false;
  let quiet: { readonly since: string; readonly requests: number } | null = null;
  for (const { deed, chars, waitMs } of sequence.steps) {
    if (deed === 'switches off') off = true;
    if (deed === 'switches on') off = false;
    if (session.ghost !== null) note(`${deed} with text on screen`);
    const { version } = session.document;
    const before = { text: session.document.getText(), requests: requests() };
    act(session, deed, chars, next);
    // A closer that is taken over itself, or such an undo, leaves everything as it was.
    const isEdit = session.document.version !== version;
    const isChanged = session.document.getText() !== before.text;
    if (off) quiet = { since: 'switched off', requests: before.requests };
    else if (deed === 'deletes' || deed === 'undoes') {
      if (isChanged) quiet ??= { since: deed, requests: before.requests };
    } else if (isEdit || ['asks by command', 'switches on'].includes(deed)) quiet = null;
    await session.wait(waitMs);
    if (quiet !== null && requests() > quiet.requests) faults.push(`a request: ${quiet.since}`);
  }
  session.leave();
  // The longest that anything may last: a stalled request, and a question's patience.
  await clock.advance(30_000);
  if (clock.sleeping() > 0) faults.push(`${clock.sleeping()} timers were left`);
  faults.push(...session.faults, ...bookFaults(records, ids, models));
  for (const record of records) {
    if (record.kind !== 'race') continue;
    note(`shown from ${record.shown?.source ?? 'nowhere'}`);
    if (record.trigger === 'ahead') note('asked ahead');
    for (const lane of record.lanes) note(lane.outcome);
  }
  return { faults, seen };
}

function createModels(
  clock: FakeClock,
  script: (prefix: string) => readonly Step[],
  random: () => number,
): readonly FakeModel[] {
  const one = (id: string, queueKey: string | null): FakeModel =>
    createFakeModel(clock, { id, queueKey, script: ({ prefix }) => script(prefix) });
  const predictor = createFakeModel(clock, {
    id: 'built-in',
    provider: 'embedded',
    queueKey: null,
    script: ({ prefix }) => {
      if (random() < 0.5) return [];
      const [line = ''] = PLAN.slice(prefix.length % 7).split('\n');
      return [{ type: 'confidence', probability: random() }, line];
    },
  });
  return [predictor, one('own', 'http://own'), one('other', 'http://other'), one('hosted', null)];
}

/** One model's answer: right, wrong, empty or broken, in pieces of any cut, with either line end. */
function answer(
  plan: string,
  below: (count: number) => number,
  note: (what: string) => void,
): readonly Step[] {
  const kinds = ['wrong', 'empty', 'blank', 'fails', 'resets', 'stalls'];
  const kind = kinds[below(2 * kinds.length)] ?? 'right';
  note(`a model that ${kind}`);
  const firstMs = below(3) === 0 ? 0 : below(below(3) === 0 ? 900 : 200);
  if (kind === 'empty') return [firstMs];
  if (kind === 'blank') return [firstMs, ' ', '\n'];
  if (kind === 'fails') return [firstMs, new CompletionError('unreachable', 'No server.')];
  const right = plan.slice(0, 1 + below(plan.length));
  const wrong = ['other();', 'x', ')', 'add(', '\n\n', '  y = [1];\nz();\n'][below(6)] ?? '';
  const text = kind === 'wrong' ? wrong : right;
  const steps: Step[] = [firstMs];
  const written = below(4) === 0 ? text.replaceAll('\n', '\r\n') : text;
  for (let at = 0; at < written.length; ) {
    const chars = 1 + below(12);
    steps.push(written.slice(at, at + chars));
    if (below(3) === 0) steps.push(below(200));
    at += chars;
  }
  const cut = 1 + below(steps.length);
  if (kind === 'resets') {
    return [...steps.slice(0, cut), new CompletionError('bad-stream', 'The connection broke.')];
  }
  return kind === 'stalls' ? [...steps.slice(0, cut), NEVER_MS] : steps;
}

function act(
  session: TypingSession,
  deed: Deed['deed'],
  chars: number,
  next: (prefix: string) => string,
): void {
  const { ghost } = session;
  const plan = (): string => next(session.document.getText().slice(0, session.cursor));
  switch (deed) {
    case 'types on':
      for (let typed = 0; typed < chars; typed += 1) {
        session.insert((session.ghost?.text ?? plan()).slice(0, 1));
      }
      break;
    case 'types against':
      session.insert('§');
      break;
    case 'types a bracket pair':
      session.insert('()', 1);
      break;
    case 'breaks the line':
      session.insert('\n  ');
      break;
    case 'deletes':
      for (let deleted = 0; deleted < chars; deleted += 1) session.deleteBack(1);
      break;
    case 'undoes':
      session.undo();
      break;
    case 'moves the cursor':
      session.moveTo(session.cursor - chars);
      break;
    case 'accepts':
      session.accept(Number.POSITIVE_INFINITY);
      break;
    case 'accepts a word':
      session.accept(/^\s*(\w+|\W)/.exec(ghost?.text ?? '')?.[0].length ?? 0);
      break;
    case 'accepts a line':
      session.accept(/^\s*[^\n]*/.exec(ghost?.text ?? '')?.[0].length ?? 0);
      break;
    case 'asks by command':
      session.invoke();
      break;
    case 'asks again':
      session.askAgain();
      break;
    case 'selects a word in the list':
      session.selectWord('sum');
      break;
    case 'takes a word from the list':
      session.insert('summary');
      break;
    case 'switches off':
      session.switchOn(false);
      break;
    case 'switches on':
      session.switchOn(true);
      break;
    case 'rests':
  }
}

/** Every race is written down once, with every request that was sent in exactly one lane. */
function bookFaults(
  records: readonly (RaceRecord | AcceptRecord)[],
  ids: readonly string[],
  models: readonly FakeModel[],
): readonly string[] {
  const faults: string[] = [];
  const races = records.filter((record) => record.kind === 'race');
  const written = races.map(({ id }) => id).toSorted();
  if (written.join() !== ids.toSorted().join()) {
    faults.push(`races ${ids.join()} were written down as ${written.join()}`);
  }
  const lanes = races.flatMap((race) => race.lanes);
  for (const { id, requests } of models) {
    const count = lanes.filter(({ model }) => model === id).length;
    if (count !== requests.length) {
      faults.push(`${requests.length} requests to ${id} stand in ${count} lanes`);
    }
  }
  for (const { shown, silence } of races) {
    if ((shown === null) === (silence === null)) faults.push('a race with two ends or none');
    if (shown === null) continue;
    const source = races.find(({ id }) => id === shown.race);
    const said = source?.lanes.filter(({ model }) => model === shown.model) ?? [];
    if (said.length !== 1 || said[0]?.chars === 0) faults.push('a shown text that nobody said');
  }
  return faults;
}
