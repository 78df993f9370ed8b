import type { Part, ServerTimings, StreamOptions, TokenUsage } from '../core/model.ts';
import { CompletionError } from '../core/outcome.ts';
import { createAnswerFilter } from './answer-filter.ts';
import { type Asked, believedUsage, mostTokens } from './believed-usage.ts';
import { abortError } from './transport-error.ts';

/** What one event of a stream says, whatever the protocol. */
export interface Piece {
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
  /** Completion tokens so far, where the server counts along. */
  readonly tokens?: number | undefined;
  readonly usage?: TokenUsage;
  readonly timings?: ServerTimings;
  readonly finish?: 'stop' | 'length' | undefined;
  /** The protocol's own end mark: nothing of interest follows. */
  readonly last?: boolean;
}

export interface Answer {
  readonly pieces: AsyncIterable<Piece>;
  readonly asked: Asked;
  /** See `createAnswerFilter`. */
  readonly endings: readonly string[];
  /** Host and port, for sentences. */
  readonly host: string;
  readonly signal: AbortSignal;
  readonly onMark: StreamOptions['onMark'];
  /** Called when the end mark was read, so that the connection can be kept. */
  readonly complete: () => void;
}

/**
 * The order that every model keeps: text and reasoning as they come, then usage, timings and finish once,
 * with the last values that the server gave, as far as the request allows them. The first event of the stream is marked, whatever it says. A stream that ends cleanly without saying so counts as
 * cut (`length`): Ollama does this when a model repeats itself. One without any event is `bad-stream`.
 */
export async function* answerParts(answer: Answer): AsyncGenerator<Part> {
  const filter = createAnswerFilter(answer.endings);
  let usage: TokenUsage = {};
  let timings: ServerTimings = {};
  let finish: 'stop' | 'length' | undefined;
  let events = 0;
  let thought = false;
  /** A count that does not grow is none: some servers repeat one figure with every chunk. */
  let counted = 0;
  const soFar = (piece: Piece): { readonly tokens?: number } => {
    if (piece.tokens === undefined || piece.tokens <= counted) return {};
    if (piece.tokens > mostTokens(answer.asked, thought)) return {};
    counted = piece.tokens;
    return { tokens: counted };
  };
  try {
    for await (const piece of answer.pieces) {
      // One chunk may hold many events: what is left of them ends with the abort too.
      if (answer.signal.aborted) throw abortError(answer.signal);
      if (events === 0) answer.onMark({ name: 'chunk' });
      events += 1;
      thought ||= Boolean(piece.reasoning);
      if (piece.reasoning) yield { type: 'reasoning', text: piece.reasoning, ...soFar(piece) };
      const text = piece.text ? filter.push(piece.text) : '';
      if (text !== '') yield { type: 'text', text, ...soFar(piece) };
      usage = { ...usage, ...piece.usage };
      timings = { ...timings, ...piece.timings };
      finish = piece.finish ?? finish;
      if (piece.last) answer.complete();
      if (piece.last || filter.ended) break;
    }
  } catch (error) {
    // Once the model has said why it ended, a connection that breaks takes nothing from the answer.
    const ours = error instanceof CompletionError && error.code === 'aborted';
    if (finish === undefined || ours) throw error;
  }
  if (events === 0) {
    const sentence = `${answer.host} answered without a single event. Is this the right provider?`;
    throw new CompletionError('bad-stream', sentence);
  }
  const rest = filter.flush();
  if (rest !== '') yield { type: 'text', text: rest };
  // Only now: a part and its whole may come in different events.
  usage = believedUsage(usage, answer.asked, thought);
  if (Object.keys(usage).length > 0) yield { type: 'usage', usage };
  if (Object.keys(timings).length > 0) yield { type: 'timings', timings };
  yield { type: 'finish', reason: finish ?? (filter.ended ? 'stop' : 'length') };
}
