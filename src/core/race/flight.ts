import type { Clock } from '../clock.ts';
import type {
  CompletionModel,
  ServerTimings,
  TokensSoFar,
  TokenUsage,
  TransportMark,
} from '../model.ts';
import { CompletionError, toCompletionError } from '../outcome.ts';
import type { DropRule, LaneOutcome, LaneRecord } from '../record.ts';
import type { CompletionRequest } from '../request.ts';
import type { Anchor } from '../reuse/agreement.ts';
import { answerEnd } from '../text/answer-end.ts';
import { withLineFeeds } from '../text/line-feeds.ts';
import { surroundings } from '../text/surroundings.ts';
import { createUnfence } from '../text/unfence.ts';
import { type Usable, usable } from '../text/usable.ts';
import { createCurve } from './curve.ts';
import { hundredths } from './hundredths.ts';
import { createMarks } from './marks.ts';

/**
 * One request to one model, from dispatch to its end. It outlives the keystroke that started it for
 * as long as its text agrees with what is typed, so it knows nothing of races: only its own anchor,
 * text and times.
 */
export interface Flight {
  readonly model: CompletionModel;
  readonly anchor: Anchor;
  readonly raceId: string;
  readonly keystrokeAtMs: number;
  readonly dispatchedAtMs: number;
  /**
   * What the model goes on from, where that was not written yet but shown: the request was sent ahead
   * of the writer, and its text counts from behind this. Else empty.
   */
  readonly lead: string;
  /** `lead` and everything the model has said so far, with line feeds whatever line ends it wrote. */
  readonly text: string;
  /** Nothing will be added to the text, though the request may go on to be measured. */
  readonly isTextWhole: boolean;
  readonly outcome: LaneOutcome | null;
  readonly error: CompletionError | null;
  readonly confidence: number | null;
  /** The first piece of text, reasoning included. */
  readonly firstTokenAtMs: number | null;
  /** The first piece of the answer itself. */
  readonly firstAnswerAtMs: number | null;
  /** When the first complete line was there. */
  readonly firstLineAtMs: number | null;
  /** Resolves when the flight has ended, in whatever way. Never rejects. */
  readonly done: Promise<void>;
  /** Ends the flight down to the socket. */
  abort(): void;
  /** Times relative to the keystroke. Only meaningful once ended. */
  toRecord(): LaneRecord;
}

export interface FlightOptions {
  readonly model: CompletionModel;
  readonly request: CompletionRequest;
  readonly anchor: Anchor;
  readonly raceId: string;
  /** Shown at the anchor, and written in the request as if it were in the document. */
  readonly lead?: string;
  readonly clock: Clock;
  /** Give up when no answer text has come after this long. */
  readonly timeoutMs: number;
  /**
   * Go on when nothing more of the answer is of use: only a request that has come to its own end tells
   * its server's times and token counts.
   */
  readonly toItsEnd: boolean;
  /** Called after every part and at the end. */
  readonly onChange: (flight: Flight) => void;
}

/** As much as the longest answer that is measured; what is longer never ends. */
const MAX_ANSWER_CHARS = 20_000;

/** A model that writes one token in three seconds is of no use while typing; a stalled one never ends. */
const MAX_SILENCE_MS = 3000;

export function startFlight(options: FlightOptions): Flight {
  const { model, request, clock, raceId, lead = '' } = options;
  const controller = new AbortController();
  /** Ends the watchdog's sleep; apart, because a request that has ended by itself is not aborted. */
  const over = new AbortController();
  const dispatchedAtMs = clock.nowMs();
  const ended = Promise.withResolvers<void>();
  const unfence = createUnfence(request.languageId);
  let text = '';
  /** All that came, also what is no part of the text. */
  let chars = 0;
  const curve = createCurve();
  const marks = createMarks(clock);
  let outcome: LaneOutcome | null = null;
  let error: CompletionError | null = null;
  let confidence: number | null = null;
  let usage: TokenUsage = {};
  let server: ServerTimings = {};
  let firstTokenAtMs: number | null = null;
  let firstAnswerAtMs: number | null = null;
  let firstLineAtMs: number | null = null;
  let lastTokenAtMs: number | null = null;
  let endAtMs = dispatchedAtMs;
  let exhausted = false;
  let isTextWhole = false;
  let dropped: DropRule | null = null;

  const around = surroundings(request);
  const aroundLine = surroundings({ ...request, multiline: false });
  const noteFirstLine = (finished: boolean): void => {
    if (firstLineAtMs !== null) return;
    if (usable(text, finished, aroundLine).type === 'text') firstLineAtMs = clock.nowMs();
  };

  /** The first end counts: what a model still says after its abort is not part of the flight. */
  const end = (how: LaneOutcome, fault: CompletionError | null): void => {
    if (outcome !== null) return;
    outcome = how;
    error = fault;
    endAtMs = clock.nowMs();
    if (how === 'finished') noteFirstLine(true);
    if (how === 'finished' || how === 'silent') dropped = ruleAgainst(usable(text, true, around));
    ended.resolve();
    over.abort();
    if (!exhausted) controller.abort(fault ?? new CompletionError('aborted', 'No longer needed.'));
    options.onChange(flight);
  };

  const onMark = (mark: TransportMark): void => {
    if (outcome === null) marks.note(mark);
  };

  /** Reasoning shows that the model works; it is never part of the text. */
  const note = (piece: string, tokens: TokensSoFar | undefined, nowMs: number): void => {
    if (piece === '') return;
    firstTokenAtMs ??= nowMs;
    lastTokenAtMs = nowMs;
    curve.add(nowMs, piece.length, tokens ?? null);
  };

  const linesSoFar = (): string =>
    // A carriage return at the end may be half of a line end whose other half is on its way.
    withLineFeeds(outcome === null && text.endsWith('\r') ? text.slice(0, -1) : text);

  const take = (piece: string, tokens: TokensSoFar | undefined): void => {
    if (piece === '') return;
    // One reading for both: with a second one an answer would seem to come after some thinking.
    const nowMs = clock.nowMs();
    note(piece, tokens, nowMs);
    firstAnswerAtMs ??= nowMs;
    chars += piece.length;
    if (isTextWhole) {
      if (chars > MAX_ANSWER_CHARS) end(howItEnded(), null);
      return;
    }
    text += unfence.push(piece);
    noteFirstLine(false);
    const said = linesSoFar();
    const endsAt = unfence.ended ? said.length : answerEnd(said, around);
    if (endsAt !== null) {
      text = said.slice(0, endsAt);
      isTextWhole = true;
      noteFirstLine(true);
    }
    // Nothing of the rest can be of use: the server need not write it.
    if (isTextWhole && !options.toItsEnd) end(howItEnded(), null);
    else options.onChange(flight);
  };
  const howItEnded = (): LaneOutcome => (text.trim() === '' ? 'silent' : 'finished');

  const run = async (): Promise<void> => {
    try {
      for await (const part of model.stream(request, { signal: controller.signal, onMark })) {
        if (outcome !== null) return;
        if (part.type === 'text') take(part.text, part.tokens);
        else if (part.type === 'reasoning') note(part.text, part.tokens, clock.nowMs());
        else if (part.type === 'confidence') confidence = part.probability;
        else if (part.type === 'usage') usage = { ...usage, ...part.usage };
        else if (part.type === 'timings') server = { ...server, ...part.timings };
      }
      exhausted = true;
      if (!isTextWhole) text += unfence.flush();
      end(howItEnded(), null);
    } catch (thrown) {
      exhausted = true;
      const fault = toCompletionError(thrown);
      if (fault.code === 'aborted') end('stopped', null);
      else end('failed', fault);
    }
  };

  /** Ends a request without a first token in its time, and one that has fallen silent in the middle. */
  const watchdog = async (): Promise<void> => {
    while (outcome === null) {
      const [sinceMs, limitMs, words] =
        lastTokenAtMs === null
          ? ([dispatchedAtMs, options.timeoutMs, 'No answer within'] as const)
          : ([lastTokenAtMs, MAX_SILENCE_MS, 'The answer stopped in the middle, for'] as const);
      const leftMs = sinceMs + limitMs - clock.nowMs();
      if (leftMs <= 0) {
        const seconds = Math.round(limitMs / 100) / 10;
        return end('failed', new CompletionError('timeout', `${words} ${seconds} s.`));
      }
      // In steps, because a first token on the way shortens what is waited for.
      await clock.sleep(Math.min(leftMs, MAX_SILENCE_MS), over.signal);
    }
  };

  const sinceKey = (atMs: number): number => hundredths(atMs - request.keystrokeAtMs);
  const sinceKeyOrNull = (atMs: number | null): number | null =>
    atMs === null ? null : sinceKey(atMs);

  const flight: Flight = {
    model,
    anchor: options.anchor,
    raceId,
    lead,
    keystrokeAtMs: request.keystrokeAtMs,
    dispatchedAtMs,
    get text() {
      return lead + linesSoFar();
    },
    get isTextWhole() {
      return isTextWhole || outcome === 'finished' || outcome === 'silent';
    },
    get outcome() {
      return outcome;
    },
    get error() {
      return error;
    },
    get confidence() {
      return confidence;
    },
    get firstTokenAtMs() {
      return firstTokenAtMs;
    },
    get firstAnswerAtMs() {
      return firstAnswerAtMs;
    },
    get firstLineAtMs() {
      return firstLineAtMs;
    },
    done: ended.promise,
    abort: () => end('stopped', null),
    toRecord: () => ({
      model: model.id,
      provider: model.provider,
      outcome: outcome ?? 'stopped',
      ...(error === null
        ? {}
        : {
            error: {
              code: error.code,
              ...(error.status === undefined ? {} : { status: error.status }),
            },
          }),
      dispatchedMs: sinceKey(dispatchedAtMs),
      ...marks.toRecord(sinceKeyOrNull),
      firstTokenMs: sinceKeyOrNull(firstTokenAtMs),
      firstAnswerMs: sinceKeyOrNull(firstAnswerAtMs),
      firstLineMs: sinceKeyOrNull(firstLineAtMs),
      lastTokenMs: sinceKeyOrNull(lastTokenAtMs),
      endMs: sinceKey(endAtMs),
      chars,
      pieces: curve.pieces,
      curve: curve.points().map(([ms, ...counts]) => [sinceKey(ms), ...counts]),
      usage,
      server,
      ...(confidence === null ? {} : { confidence }),
      ...(dropped === null ? {} : { dropped }),
    }),
  };

  void run();
  void watchdog();
  return flight;
}

function ruleAgainst(result: Usable): DropRule | null {
  if (result.type === 'text' || result.why === 'empty' || result.why === 'pending') return null;
  return result.why;
}
