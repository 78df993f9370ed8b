import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { Clock } from '../core/clock.ts';
import type { CompletionModel } from '../core/model.ts';
import { CompletionError, toCompletionError } from '../core/outcome.ts';

const FAILURES_TO_OPEN = 3;
const FIRST_COOL_DOWN_MS = 2_000;
const LONGEST_COOL_DOWN_MS = 60_000;

export interface CircuitDeps {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** The key in use. A refused key keeps the circuit open until this gives another. */
  readonly key: () => Promise<string | undefined>;
}

/** A model that is left alone while its server fails. */
export interface GuardedModel {
  readonly model: CompletionModel;
  /** False while a request would be refused without being sent: the race then asks somebody else. */
  available(): boolean;
}

/** What a request says about its server. `aborted` only settles a probe, and for nothing. */
interface Verdict {
  readonly fault: CompletionError;
  readonly probe: boolean;
}

/**
 * Spares a failing server, and the writer's budget. After three failures in a row, or at once when the
 * server asked for a pause or refused the key, requests fail immediately with the last fault's code and
 * sentence. After a cool-down, 2 s doubling to 60 s and never shorter than the server asked for, one
 * request is let through: it closes the circuit or opens it for longer. A stopped request says nothing
 * about the server, unless it had already brought text.
 *
 * cockatiel keeps the states and counts. The cool-down is timed here, because cockatiel reads the wall
 * clock and would make others wait for the one request that is let through.
 */
export function withCircuit(model: CompletionModel, deps: CircuitDeps): GuardedModel {
  let timesOpened = 0;
  let skipUntilMs = Number.NEGATIVE_INFINITY;
  let lastFault: CompletionError | undefined;
  /** Set while a refused key keeps the circuit open. */
  let refused: { readonly key: string | undefined } | undefined;
  let probing = false;

  const skipFor = (ms: number): void => {
    skipUntilMs = Math.max(skipUntilMs, deps.clock.nowMs() + ms);
  };
  const policy = circuitBreaker(
    // A stopped probe counts as failed, or it would close the circuit; it costs no further cool-down.
    handleWhen((verdict) => !isStopped(verdict as Verdict) || (verdict as Verdict).probe),
    // Ready at once: when to try again is decided by `admit`.
    { breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN), halfOpenAfter: Number.NEGATIVE_INFINITY },
  );
  policy.onReset(() => {
    timesOpened = 0;
    lastFault = undefined;
  });
  policy.onBreak((reason) => {
    if (!('error' in reason) || isStopped(reason.error as unknown as Verdict)) return;
    skipFor(Math.min(FIRST_COOL_DOWN_MS * 2 ** timesOpened, LONGEST_COOL_DOWN_MS));
    timesOpened += 1;
  });

  const skipped = (): CompletionError =>
    new CompletionError(
      lastFault?.code ?? 'unreachable',
      lastFault?.message ?? 'The model failed and is left alone for a moment.',
      { unsent: true, ...(lastFault?.status === undefined ? {} : { status: lastFault.status }) },
    );

  /** Throws while the circuit is open; otherwise says whether this request is the probe. */
  const admit = (key: string | undefined): boolean => {
    if (refused !== undefined && refused.key === key) throw skipped();
    refused = undefined;
    if (deps.clock.nowMs() < skipUntilMs) throw skipped();
    if (policy.state === CircuitState.Closed) return false;
    if (probing) throw skipped();
    return true;
  };

  const note = (fault: CompletionError, key: string | undefined): void => {
    lastFault = fault;
    if (fault.code === 'auth') refused = { key };
    if (fault.retryAfterMs !== undefined) skipFor(fault.retryAfterMs);
  };

  const guarded: CompletionModel = {
    id: model.id,
    provider: model.provider,
    queueKey: model.queueKey,
    async *stream(request, options) {
      const key = await deps.key();
      const probe = admit(key);
      if (probe) probing = true;
      const { promise: verdict, resolve, reject } = Promise.withResolvers<void>();
      const judged = policy.execute(() => verdict).catch(() => undefined);
      let answered = false;
      let fault: CompletionError | undefined = new CompletionError('aborted', 'Left early.');
      try {
        for await (const part of model.stream(request, options)) {
          answered ||= part.type === 'text';
          yield part;
        }
        fault = undefined;
      } catch (error) {
        fault = toCompletionError(error);
        throw fault;
      } finally {
        const stopped = fault?.code === 'aborted';
        if (fault === undefined || (stopped && answered)) resolve();
        else {
          if (!stopped) note(fault, key);
          reject({ fault, probe } satisfies Verdict);
        }
        await judged;
        if (probe) probing = false;
      }
    },
  };
  return {
    model: guarded,
    // A refused key counts until another is set, which builds the model anew.
    available: () => refused === undefined && !probing && deps.clock.nowMs() >= skipUntilMs,
  };
}

function isStopped(verdict: Verdict): boolean {
  return verdict.fault.code === 'aborted';
}
