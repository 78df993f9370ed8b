import type { CompletionError } from '../outcome.ts';
import type { ModelFault } from '../protocol.ts';
import type { JournalRecord, RaceRecord } from '../record.ts';
import { createFigureCache } from './figure-cache.ts';
import { MAX_RECORDS, MAX_REQUESTS, newestRecords, requestsOf } from './newest-records.ts';
import { type Summary, type SummaryOptions, summarize } from './summary.ts';

/** A request as it is going on, before its race is written down. */
export interface LiveRequest {
  readonly model: { readonly id: string };
  readonly keystrokeAtMs: number;
  readonly dispatchedAtMs: number;
  /** Reasoning included. */
  readonly firstTokenAtMs: number | null;
  readonly firstAnswerAtMs: number | null;
  readonly error: CompletionError | null;
}

/** The latest answer of a model, ms: keystroke to its first token, and dispatch to the first token of all. */
export interface LiveAnswer {
  readonly fromKeyMs: number;
  readonly ttftMs: number;
}

/** The figures of this window: recent records, present faults, and what is happening just now. */
export interface Figures {
  /** Older records, read from disk once: keystrokes, acceptances and measuring requests. */
  load(records: readonly JournalRecord[]): void;
  add(record: JournalRecord): void;
  /** `at`: epoch ms. */
  progress(request: LiveRequest, at: number): void;
  clear(): void;
  /** Forgets the faults of models that were set up anew. */
  forgetFaults(): void;
  readonly faults: ReadonlyMap<string, ModelFault>;
  readonly faultCodes: ReadonlyMap<string, CompletionError['code']>;
  liveOf(modelId: string): LiveAnswer | null;
  /** Keystrokes that asked a model or the predictor, newest first. */
  recentRaces(count: number): readonly RaceRecord[];
  /** The newest keystroke that was written down. */
  lastRace(): RaceRecord | null;
  summary(options: Omit<SummaryOptions, 'faults'>): Summary;
  /** The last summary left a figure for the next one to work out. */
  readonly isBehind: boolean;
}

/** Trimmed now and then, not at each record. */
const SLACK = 1.1;

export function createFigures(): Figures {
  let records: JournalRecord[] = [];
  let cache = createFigureCache();
  const faults = new Map<string, ModelFault>();
  const faultCodes = new Map<string, CompletionError['code']>();
  const live = new Map<string, LiveAnswer>();

  let requests = 0;
  const trim = (): void => {
    if (records.length <= MAX_RECORDS * SLACK && requests <= MAX_REQUESTS * SLACK) return;
    records = newestRecords(records);
    requests = requestsOf(records);
  };
  return {
    load(older) {
      records = newestRecords([...older, ...records]);
      requests = requestsOf(records);
    },
    add(record) {
      records.push(record);
      requests += requestsOf([record]);
      trim();
    },
    progress(request, at) {
      const { model, keystrokeAtMs, dispatchedAtMs, firstTokenAtMs, firstAnswerAtMs, error } =
        request;
      if (error !== null) {
        faults.set(model.id, { message: error.message, since: faults.get(model.id)?.since ?? at });
        faultCodes.set(model.id, error.code);
        return;
      }
      // A model that thinks works, but only its answer is what the budget judges.
      if (firstTokenAtMs !== null) {
        faults.delete(model.id);
        faultCodes.delete(model.id);
      }
      if (firstTokenAtMs !== null && firstAnswerAtMs !== null) {
        live.set(model.id, {
          fromKeyMs: firstAnswerAtMs - keystrokeAtMs,
          ttftMs: firstTokenAtMs - dispatchedAtMs,
        });
      }
    },
    clear() {
      records = [];
      requests = 0;
      cache = createFigureCache();
      live.clear();
    },
    forgetFaults() {
      faults.clear();
      faultCodes.clear();
    },
    faults,
    faultCodes,
    liveOf: (modelId) => live.get(modelId) ?? null,
    // A race is written down when its last request ends, so a long one may stand behind younger ones.
    recentRaces: (count) =>
      records
        .filter((record) => record.kind === 'race')
        .filter((race) => race.lanes.length > 0)
        .slice(-2 * count)
        .sort((a, b) => b.at - a.at)
        .slice(0, count),
    lastRace: () =>
      records
        .filter((record) => record.kind === 'race')
        .findLast(({ trigger }) => trigger !== 'ahead') ?? null,
    summary: (options) => summarize(records, { ...options, faults }, cache),
    get isBehind() {
      return cache.isBehind;
    },
  };
}
