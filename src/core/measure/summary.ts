import type { Provider } from '../model.ts';
import type { ModelFault, ModelState, ModelSummary, PanelSnapshot } from '../protocol.ts';
import type { JournalRecord, LaneRecord, RaceRecord } from '../record.ts';
import { median } from './median.ts';
import { shownLanes } from './shown-lanes.ts';
import { createTally, type Tally } from './tally.ts';
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
}

/**
 * Everything that status bar, picker and panel say of the records, which may stand in any order: pure,
 * and linear besides the sorting of figures. Requests of models that are no longer configured count in
 * the totals only.
 *
 * Totals: `shownInTime` leaves out the keystrokes that the next one superseded, since the writer did
 * not wait for them; every other reason for silence counts as not in time. `requestsPerShown` and
 * `wastedShare` count network requests, because the built-in predictor's cost nothing.
 */
export function summarize(records: readonly JournalRecord[], options: SummaryOptions): Summary {
  const races = records.filter((record) => record.kind === 'race');
  const credited = shownLanes(races);
  const tallies = new Map<string, Tally>();
  const wins = new Map<string, number>();
  for (const { id } of options.models) tallies.set(id, createTally(options.budgetMs));

  for (const race of races) {
    for (const lane of race.lanes) {
      const tally = tallies.get(lane.model) ?? createTally(options.budgetMs);
      tallies.set(lane.model, tally);
      const isAhead = race.trigger === 'ahead';
      tally.add(isAhead ? untimed(lane) : lane, race.at, credited.has(lane));
    }
    if (race.shown !== null && race.shown.source !== 'memory') {
      wins.set(race.shown.model, (wins.get(race.shown.model) ?? 0) + 1);
    }
  }

  let answerTokens = 0;
  let wastedTokens = 0;
  const measured = new Map(
    [...tallies].map(([id, tally]) => {
      const { answerTokens: received, ...rest } = tally.result();
      answerTokens += received;
      wastedTokens += rest.wastedTokens;
      return [id, rest] as const;
    }),
  );
  const models = options.models.flatMap((model): ModelSummary[] => {
    const figures = measured.get(model.id);
    if (figures === undefined) return [];
    const fault = options.faults.get(model.id) ?? null;
    const state = stateOf(model.id, figures.requests, options);
    const isDefault = model.id === options.defaultModel;
    return [{ ...model, isDefault, state, fault, ...figures, wins: wins.get(model.id) ?? 0 }];
  });
  const wastedShare = answerTokens > 0 ? wastedTokens / answerTokens : null;
  return { models, totals: { ...totalsOf(races, options.budgetMs), wastedShare } };
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
    if (race.silence !== 'superseded' && race.silence !== 'unasked') judged += 1;
    if (race.shown === null || race.returnedMs === null) continue;
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
