import type { CompletionError } from '../outcome.ts';
import type { ModelFault } from '../protocol.ts';
import type { JournalRecord, RaceRecord } from '../record.ts';
import { type Summary, type SummaryOptions, summarize } from './summary.ts';

/** A request as it is going on, before its race is written down. */
export interface LiveRequest {
  readonly model: { readonly id: string };
  readonly keystrokeAtMs: number;
  readonly dispatchedAtMs: number;
  readonly firstTokenAtMs: number | null;
  readonly error: CompletionError | null;
}

/** The latest first token of a model, ms. */
export interface LiveFirstToken {
  readonly fromKeyMs: number;
  readonly ttftMs: number;
}

/** The figures of this window: recent records, present faults, and what is happening just now. */
export interface Figures {
  /** Older records, read from disk once. */
  load(records: readonly JournalRecord[]): void;
  add(record: JournalRecord): void;
  /** `at`: epoch ms. */
  progress(request: LiveRequest, at: number): void;
  clear(): void;
  /** Forgets the faults of models that were set up anew. */
  forgetFaults(): void;
  readonly faults: ReadonlyMap<string, ModelFault>;
  readonly faultCodes: ReadonlyMap<string, CompletionError['code']>;
  liveOf(modelId: string): LiveFirstToken | null;
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

export function createFigures(): Figures {
  let records: JournalRecord[] = [];
  const faults = new Map<string, ModelFault>();
  const faultCodes = new Map<string, CompletionError['code']>();
  const live = new Map<string, LiveFirstToken>();

  const trim = (): void => {
    if (records.length > MAX_RECORDS * 1.1) records = records.slice(-MAX_RECORDS);
  };
  return {
    load(older) {
      records = [...older.slice(-MAX_RECORDS), ...records];
      trim();
    },
    add(record) {
      records.push(record);
      trim();
    },
    progress({ model, keystrokeAtMs, dispatchedAtMs, firstTokenAtMs, error }, at) {
      if (error !== null) {
        faults.set(model.id, { message: error.message, since: faults.get(model.id)?.since ?? at });
        faultCodes.set(model.id, error.code);
      } else if (firstTokenAtMs !== null) {
        faults.delete(model.id);
        faultCodes.delete(model.id);
        live.set(model.id, {
          fromKeyMs: firstTokenAtMs - keystrokeAtMs,
          ttftMs: firstTokenAtMs - dispatchedAtMs,
        });
      }
    },
    clear() {
      records = [];
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
    summary: (options) => summarize(records, { ...options, faults }),
  };
}
