import type { Clock } from '../clock.ts';
import type { SilenceReason } from '../record.ts';
import type { CompletionRequest } from '../request.ts';
import { anchorAt, type Position, typedSince } from '../reuse/agreement.ts';
import type { Contest, Verdict } from './contest.ts';

/**
 * One keystroke's race, from its beginning, which may lie before the editor asks, until its answer is
 * handed over or it is given up.
 */
export interface Question<Answer> {
  /** Whether the document still is as it was asked about; always for a word selected in a list. */
  isAt(position: Position): boolean;
  /** Whether this is the question that the editor asks there. */
  isAbout(position: Position, trigger: CompletionRequest['trigger']): boolean;
  /** A request has said something, or ended. */
  wake(): void;
  /** The editor asks, and takes the answer over. Null when there is none, or the signal was faster. */
  join(askedAtMs: number, signal: AbortSignal): Promise<Answer | null>;
  /** Nobody waits for it any more. */
  end(why: SilenceReason): void;
}

export interface QuestionOptions<Answer> {
  readonly clock: Clock;
  readonly position: Position;
  readonly trigger: CompletionRequest['trigger'];
  /** A word that is only selected in a list is no place in the document. */
  readonly speculative: boolean;
  /**
   * Starts the requests and holds the contest. `began` is told of it in the same turn, so that no
   * change of a request goes unnoticed.
   */
  readonly hold: (signal: AbortSignal, began: (contest: Contest) => void) => Promise<Verdict>;
  /** Null where there is nothing to show. */
  readonly toAnswer: (verdict: Verdict) => Answer | null;
  /** The editor asked for the first time. */
  readonly onAsked: (askedAtMs: number) => void;
  /** What is handed over now, where another question about the place may have shown something since. */
  readonly handOver: (found: Answer) => Answer;
  /** The first hand-over. */
  readonly onShown: (answer: Answer) => void;
  readonly onSilent: (why: SilenceReason) => void;
  /** Once, after either. */
  readonly onOver: () => void;
}

/**
 * The editor asks within its debounce of 50 ms, or the longest that another extension demands. A race
 * that nobody has asked about by then was begun in vain: suggestions are off, snoozed, or hidden.
 */
const UNASKED_AFTER_MS = 1000;

export function openQuestion<Answer>(options: QuestionOptions<Answer>): Question<Answer> {
  const { clock, trigger } = options;
  const anchor = anchorAt(options.position);
  const stop = new AbortController();
  const over = new AbortController();
  let running: Contest | null = null;
  let waiting = 0;
  let asked = false;

  const finish = (tell: () => void): void => {
    if (over.signal.aborted) return;
    over.abort('over');
    tell();
    options.onOver();
  };
  const end = (why: SilenceReason): void => {
    finish(() => options.onSilent(why));
    stop.abort('over');
  };

  const run = async (): Promise<Answer | null> => {
    const verdict = await options.hold(stop.signal, (contest) => {
      running = contest;
    });
    const found = options.toAnswer(verdict);
    if (found === null) finish(() => options.onSilent(reasonOf(verdict)));
    return found;
  };
  const answer = run();

  const endUnlessAsked = async (): Promise<void> => {
    await clock.sleep(UNASKED_AFTER_MS, over.signal);
    if (!asked) end('unasked');
  };
  void endUnlessAsked();

  return {
    isAt: (position) => options.speculative || typedSince(anchor, position) === '',
    isAbout: (position, by) =>
      !options.speculative && by === trigger && typedSince(anchor, position) === '',
    wake: () => running?.wake(),
    async join(askedAtMs, signal) {
      if (!asked) options.onAsked(askedAtMs);
      asked = true;
      waiting += 1;
      const leave = (): void => {
        waiting -= 1;
        if (waiting === 0) end('superseded');
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
      const found = await answer;
      signal.removeEventListener('abort', leave);
      if (found === null || signal.aborted) return null;
      const handed = options.handOver(found);
      finish(() => options.onShown(handed));
      return handed;
    },
    end,
  };
}

function reasonOf(verdict: Verdict): SilenceReason {
  return verdict.type === 'give-up' ? verdict.reason : 'empty';
}
