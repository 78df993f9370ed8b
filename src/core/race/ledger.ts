import type { Clock } from '../clock.ts';
import {
  type RaceRecord,
  RECORD_VERSION,
  type ShownSource,
  type SilenceReason,
} from '../record.ts';
import type { CompletionRequest } from '../request.ts';
import type { Recalled } from '../reuse/recall.ts';
import type { RacePolicy } from '../settings.ts';
import type { Flight } from './flight.ts';
import { hundredths } from './hundredths.ts';

/** How a keystroke ended for the person. */
export type RaceResult =
  | { readonly shown: NonNullable<RaceRecord['shown']> }
  | { readonly silence: SilenceReason };

export interface LedgerEntry {
  /** The editor asked. */
  asked(atMs: number): void;
  /** A request that this keystroke started. */
  add(flight: Flight): void;
  /** The keystroke's own answer is settled; its requests may go on. */
  settle(result: RaceResult): void;
}

export interface OpenOptions {
  readonly id: string;
  readonly request: Pick<CompletionRequest, 'keystrokeAtMs' | 'languageId' | 'trigger'>;
  readonly policy: RacePolicy;
  readonly budgetMs: number;
  /** No keystroke: the request was sent for what comes after a shown text. */
  readonly ahead?: boolean;
}

/**
 * Writes each keystroke down once: when its answer is settled and the last request that it started
 * has ended. Requests that live on for later keystrokes therefore appear exactly once, with their
 * whole life, in the race that paid for them.
 */
export function openLedgerEntry(
  clock: Clock,
  options: OpenOptions,
  onClose: (record: RaceRecord) => void,
): LedgerEntry {
  const { request } = options;
  const at = Math.round(clock.epochMs() - (clock.nowMs() - request.keystrokeAtMs));
  const flights: Flight[] = [];
  let result: RaceResult | null = null;
  let askedMs: number | null = null;
  let returnedMs: number | null = null;
  let closed = false;

  const closeIfOver = (): void => {
    if (closed || result === null || flights.some((flight) => flight.outcome === null)) return;
    closed = true;
    onClose({
      v: RECORD_VERSION,
      kind: 'race',
      id: options.id,
      at,
      language: request.languageId,
      trigger: options.ahead === true ? 'ahead' : request.trigger,
      policy: options.policy,
      budgetMs: options.budgetMs,
      askedMs,
      returnedMs,
      shown: 'shown' in result ? result.shown : null,
      silence: 'silence' in result ? result.silence : null,
      lanes: flights.map((flight) => flight.toRecord()),
    });
  };

  return {
    asked(atMs) {
      askedMs = hundredths(atMs - request.keystrokeAtMs);
    },
    add(flight) {
      flights.push(flight);
      void flight.done.then(closeIfOver);
    },
    settle(settled) {
      if (result !== null) return;
      result = settled;
      if ('shown' in settled) returnedMs = hundredths(clock.nowMs() - request.keystrokeAtMs);
      closeIfOver();
    },
  };
}

export function shown({ sourceRaceId, modelId, text }: Recalled, source: ShownSource): RaceResult {
  return { shown: { race: sourceRaceId, model: modelId, source, chars: text.length } };
}
