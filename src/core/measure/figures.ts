import type { CompletionError } from '../outcome.ts';
import type { ModelFault } from '../protocol.ts';
import type { JournalRecord, RaceRecord } from '../record.ts';
import { createFigureCache } from './figure-cache.ts';
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
}

/**
 * Some days of typing. Sums are made over all of it several times a second while the panel is open,
 * so it is bounded; the journal keeps more.
 */
export const MAX_RECORDS = 5000;
/**
 * Two requests for each of them. One with its curve takes about 4 kB, so this is 40 MB: whoever races 30
 * models on every key keeps the last 330 keys, not 600 MB.
 */
export const MAX_REQUESTS = 10_000;
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
    records = newest(records);
    requests = requestsOf(records);
  };
  return {
    load(older) {
      records = newest([...older, ...records]);
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
  };
}

/** As many of the last records as both limits allow. */
function newest(records: readonly JournalRecord[]): JournalRecord[] {
  let requests = 0;
  let start = records.length;
  while (start > 0 && records.length - start < MAX_RECORDS) {
    const record = records[start - 1];
    requests += record === undefined ? 0 : requestsOf([record]);
    if (requests > MAX_REQUESTS) break;
    start -= 1;
  }
  return records.slice(start);
}

function requestsOf(records: readonly JournalRecord[]): number {
  return records.reduce((sum, record) => {
    if (record.kind === 'race') return sum + record.lanes.length;
    return sum + (record.kind === 'measurement' ? 1 : 0);
  }, 0);
}
