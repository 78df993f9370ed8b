import type { Provider } from '../model.ts';
import type { ModelFault, ModelState, ModelSummary, PanelSnapshot } from '../protocol.ts';
import type { JournalRecord, LaneRecord, RaceRecord } from '../record.ts';
import { answerTokens, typedCharsPerToken } from './answer-tokens.ts';
import type { FigureCache } from './figure-cache.ts';
import { measuredRun } from './measured-run.ts';
import { median } from './median.ts';
import { type ModelLanes, modelFigures } from './model-figures.ts';
import { shownLanes } from './shown-lanes.ts';
import { wilson } from './wilson.ts';

/** A model to sum up: every configured one and the built-in predictor, in the order of display. */
interface SummaryModel {
  readonly id: string;
  readonly provider: Provider;
  /** For example `llama-server · 127.0.0.1:8012`. */
  readonly detail: string;
}

export interface SummaryOptions {
  readonly models: readonly SummaryModel[];
  /** The id that is asked first; where the setting is `auto`, what it stands for now. */
  readonly defaultModel: string;
  /** From the keystroke. Every request is judged by it, whatever the budget was at its time. */
  readonly budgetMs: number;
  readonly faults: ReadonlyMap<string, ModelFault>;
  /** Ids that cannot be asked until the person changes something, such as a missing key. */
  readonly misconfigured?: ReadonlySet<string>;
}

export interface Summary {
  readonly models: readonly ModelSummary[];
  readonly totals: PanelSnapshot['totals'];
  readonly measured: PanelSnapshot['measured'];
}

/** What the records hold of one model, oldest first. */
interface Gathered extends ModelLanes {
  readonly typed: LaneRecord[];
  readonly all: LaneRecord[];
  /** Of the typed ones, those of which nobody was shown anything. */
  readonly unseen: LaneRecord[];
  /** The youngest keystroke that was answered. */
  last: { readonly lane: LaneRecord; readonly at: number } | null;
}

/**
 * Everything that status bar, picker and panel say of the records, which may stand in any order: pure,
 * and linear besides the sorting of figures. Requests of models that are no longer configured count in
 * the totals only. `cache` spares the figures of models that were not asked since; without one all of them
 * are worked out.
 *
 * Totals: `shownInTime` leaves out the keystrokes that the next one superseded, since the writer did
 * not wait for them; every other reason for silence counts as not in time. `requestsPerShown` and
 * `wastedShare` count network requests, because the built-in predictor's cost nothing.
 */
export function summarize(
  records: readonly JournalRecord[],
  options: SummaryOptions,
  cache: FigureCache = AT_ONCE,
): Summary {
  const steps = summarySteps(records, options, cache);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const AT_ONCE: FigureCache = {
  figuresOf: (_, lanes, budgetMs) => modelFigures(lanes, budgetMs),
  sweep: () => {},
  isBehind: false,
};

/** The same, model by model, for whoever has other things to do in between. */
export function* summarySteps(
  records: readonly JournalRecord[],
  options: SummaryOptions,
  cache: FigureCache = AT_ONCE,
): Generator<undefined, Summary> {
  const ordered = records.toSorted((a, b) => a.at - b.at);
  const races = ordered.filter((record) => record.kind === 'race');
  const gathered = gather(ordered, races);
  const wins = winsOf(races);
  const tokens = new Map<string, Tokens>();

  const models: ModelSummary[] = [];
  for (const { id, ...model } of options.models) {
    const lanes = gathered.get(id) ?? nothing();
    const found = cache.figuresOf(id, lanes, options.budgetMs);
    const { charsPerToken: ratio, answerTokens: received, ...figures } = found;
    const wasted = answerTokens(lanes.unseen, ratio);
    tokens.set(id, { received, wasted: wasted.tokens });
    models.push({
      id,
      ...model,
      isDefault: id === options.defaultModel,
      state: stateOf(id, figures.requests, options),
      fault: options.faults.get(id) ?? null,
      ...figures,
      wins: wins.get(id) ?? 0,
      wastedTokens: wasted.tokens,
      wastedEstimated: wasted.estimated,
      last: lastOf(lanes),
    });
    yield;
  }
  cache.sweep();
  for (const [id, lanes] of gathered) if (!tokens.has(id)) tokens.set(id, tokensOf(lanes));
  return {
    models,
    totals: { ...totalsOf(races, options.budgetMs), wastedShare: wastedShare(tokens.values()) },
    measured: measuredRun(
      records,
      options.models.map(({ id }) => id),
    ),
  };
}

function nothing(): Gathered {
  return { typed: [], all: [], unseen: [], last: null };
}

function gather(
  ordered: readonly JournalRecord[],
  races: readonly RaceRecord[],
): ReadonlyMap<string, Gathered> {
  const credited = shownLanes(races);
  const byModel = new Map<string, Gathered>();
  const of = (lane: LaneRecord): Gathered => {
    const known = byModel.get(lane.model) ?? nothing();
    byModel.set(lane.model, known);
    return known;
  };
  for (const record of ordered) {
    if (record.kind === 'measurement' && record.step.cache !== 'warm-up') {
      of(record.lane).all.push(record.lane);
    }
    if (record.kind !== 'race') continue;
    for (const sent of record.lanes) {
      const lane = record.trigger === 'ahead' ? untimed(sent) : sent;
      const model = of(lane);
      model.typed.push(lane);
      model.all.push(lane);
      if (!credited.has(sent)) model.unseen.push(lane);
      const isAnswered = lane.firstAnswerMs !== null && lane.outcome !== 'failed';
      if (isAnswered) model.last = { lane, at: record.at };
    }
  }
  return byModel;
}

function lastOf({ last }: Gathered): ModelSummary['last'] {
  if (last === null || last.lane.firstAnswerMs === null) return null;
  const { firstTokenMs, firstAnswerMs, dispatchedMs } = last.lane;
  const ttftMs = (firstTokenMs ?? firstAnswerMs) - dispatchedMs;
  return { fromKeyMs: firstAnswerMs, ttftMs, at: last.at };
}

function winsOf(races: readonly RaceRecord[]): ReadonlyMap<string, number> {
  const wins = new Map<string, number>();
  for (const { shown } of races) {
    if (shown === null || shown.source === 'memory') continue;
    wins.set(shown.model, (wins.get(shown.model) ?? 0) + 1);
  }
  return wins;
}

/** Answer tokens of typed requests. */
interface Tokens {
  readonly received: number;
  /** Of those, nobody was shown. */
  readonly wasted: number;
}

function tokensOf({ unseen, ...lanes }: Gathered): Tokens {
  const { typed } = lanes;
  const ratio = typedCharsPerToken(lanes);
  return {
    received: answerTokens(typed, ratio).tokens,
    wasted: answerTokens(unseen, ratio).tokens,
  };
}

function wastedShare(tokens: Iterable<Tokens>): number | null {
  let received = 0;
  let wasted = 0;
  for (const one of tokens) {
    received += one.received;
    wasted += one.wasted;
  }
  return received > 0 ? wasted / received : null;
}

/** Nobody waited for what was fetched ahead: it counts as a request and by its tokens, not by its times. */
function untimed(lane: LaneRecord): LaneRecord {
  return lane.outcome === 'failed'
    ? lane
    : { ...lane, outcome: 'silent', firstTokenMs: null, firstAnswerMs: null, endMs: 0 };
}

function stateOf(id: string, requests: number, options: SummaryOptions): ModelState {
  if (options.misconfigured?.has(id) === true) return 'misconfigured';
  if (options.faults.has(id)) return 'failing';
  return requests > 0 ? 'ready' : 'unused';
}

function totalsOf(races: readonly RaceRecord[], budgetMs: number) {
  const shownMs: number[] = [];
  let judged = 0;
  let inTime = 0;
  let requests = 0;
  for (const race of races) {
    requests += race.lanes.filter((lane) => lane.provider !== 'embedded').length;
    const isShown = race.shown !== null && race.returnedMs !== null;
    // What was shown was waited for, also where the next key came at the same moment.
    if (isShown || !(race.silence === 'superseded' || race.silence === 'unasked')) judged += 1;
    if (!isShown || race.returnedMs === null) continue;
    shownMs.push(race.returnedMs);
    if (race.returnedMs <= budgetMs) inTime += 1;
  }
  return {
    keystrokes: races.filter(({ trigger }) => trigger !== 'ahead').length,
    shownInTime: wilson(inTime, judged),
    shownMedianMs: median(shownMs),
    requestsPerShown: shownMs.length > 0 ? requests / shownMs.length : null,
  };
}
