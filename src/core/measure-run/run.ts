import type { Clock } from '../clock.ts';
import type { CompletionModel } from '../model.ts';
import { type Flight, startFlight } from '../race/flight.ts';
import { type MeasurementRecord, RECORD_VERSION } from '../record.ts';
import { anchorAt } from '../reuse/agreement.ts';
import { createLeftOut } from './left-out.ts';
import type { PlannedRequest } from './plan.ts';
import { createRunSummary, type RunSummary } from './run-summary.ts';
import { syntheticCode } from './synthetic-code.ts';
import { createTimeLeft } from './time-left.ts';

export interface RunOptions {
  readonly clock: Clock;
  readonly plan: readonly PlannedRequest[];
  /** Those that the plan names. */
  readonly models: readonly CompletionModel[];
  /** Never used before, or a server's cache may know the prompts. */
  readonly seed: number;
  readonly runId: string;
  readonly newId: () => string;
  /** Aborting ends the request under way, keeps what was measured and sends no more. */
  readonly signal: AbortSignal;
  readonly onRecord: (record: MeasurementRecord) => void;
  readonly onProgress: (progress: RunProgress) => void;
}

export interface RunProgress {
  /** Sent or left out. */
  readonly done: number;
  readonly total: number;
  /** Null before the first answer. */
  readonly leftMs: number | null;
  /** The model that is asked now. */
  readonly model: string;
}

/** A laptop's processor reads 8000 tokens in a minute or two. */
const FIRST_TOKEN_LIMIT_MS = 180_000;
/** 512 tokens at two a second; the slower are not worth more of the person's time. */
const REQUEST_LIMIT_MS = 300_000;
/** A server notices between two batches that a request was ended, and goes on until then. */
const SETTLE_MS = 1000;
/** Hosted models limit the tokens of a minute; one that asks for more patience is left out. */
const LONGEST_PAUSE_MS = 60_000;

/** Sends the requests of a plan one after the other. Never rejects: a failure is a measurement too, unless nothing was sent. */
export async function runMeasurement(options: RunOptions): Promise<RunSummary> {
  const { clock, plan, signal } = options;
  const models = new Map(options.models.map((model) => [model.id, model]));
  const timeLeft = createTimeLeft();
  const leftOut = createLeftOut();
  const summary = createRunSummary();

  const send = async (request: PlannedRequest, model: CompletionModel): Promise<void> => {
    const at = clock.epochMs();
    const flight = launch(options, request, model);
    const isLate = await end(flight, clock, signal);
    const lane = flight.toRecord();
    const { error } = flight;
    if (error?.unsent === true) {
      // No measurement: the model is left alone for an earlier fault, or its settings forbid the request.
      summary.skipped(request, error.message);
      leftOut.note(request, lane, error);
      return;
    }
    const { runId: run, newId } = options;
    const { step } = request;
    options.onRecord({ v: RECORD_VERSION, kind: 'measurement', id: newId(), at, run, step, lane });
    summary.sent(request, lane);
    timeLeft.note(request, lane);
    if (signal.aborted) return;
    leftOut.note(request, lane, isLate ? { message: TOO_SLOW, status: undefined } : error);
    await clock.sleep(pauseMs(flight, isLate), signal);
  };

  for (const [index, request] of plan.entries()) {
    const model = models.get(request.model);
    const reason = signal.aborted ? CANCELLED : leftOut.reason(request);
    if (model === undefined || reason !== null) {
      summary.skipped(request, reason ?? 'It is no longer configured.');
      continue;
    }
    const rest = plan.slice(index).filter((later) => leftOut.reason(later) === null);
    options.onProgress({
      done: index,
      total: plan.length,
      leftMs: timeLeft.leftMs(rest),
      model: request.model,
    });
    await send(request, model);
  }
  return summary.result(signal.aborted);
}

/** What the next request has to wait for, so that it is not disturbed or refused because of this one. */
function pauseMs({ error }: Flight, isLate: boolean): number {
  if (isLate || error?.code === 'timeout') return SETTLE_MS;
  return Math.min(error?.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
}

const CANCELLED = 'Cancelled.';
const TOO_SLOW = `No end within ${REQUEST_LIMIT_MS / 60_000} minutes.`;

/** The dispatch stands for the keystroke, so every mark counts from it. */
function launch(options: RunOptions, planned: PlannedRequest, model: CompletionModel): Flight {
  const { clock, seed, runId } = options;
  const code = syntheticCode(seed, planned.prompt, planned.step.promptTokens);
  const request = {
    ...code,
    maxTokens: planned.step.outputTokens,
    uncut: true,
    keystrokeAtMs: clock.nowMs(),
  };
  return startFlight({
    model,
    request,
    anchor: anchorAt({ ...code, offset: code.prefix.length }),
    raceId: runId,
    clock,
    timeoutMs: FIRST_TOKEN_LIMIT_MS,
    toItsEnd: true,
    onChange: () => {},
  });
}

/** Waits for the end of a request, and brings it about when it takes too long. True when it did. */
async function end(flight: Flight, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const over = new AbortController();
  const cancel = (): void => flight.abort();
  signal.addEventListener('abort', cancel, { once: true });
  let late = false;
  void clock.sleep(REQUEST_LIMIT_MS, over.signal).then(() => {
    if (over.signal.aborted) return;
    late = true;
    flight.abort();
  });
  await flight.done;
  over.abort();
  signal.removeEventListener('abort', cancel);
  return late;
}
