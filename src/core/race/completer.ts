import type { Clock } from '../clock.ts';
import { type AcceptRecord, type RaceRecord, RECORD_VERSION, type ShownSource } from '../record.ts';
import type { CompletionRequest } from '../request.ts';
import { anchorAt, type Position } from '../reuse/agreement.ts';
import type { Pinned } from '../reuse/pinned.ts';
import { createRecall, type Recalled } from '../reuse/recall.ts';
import type { RacePolicy } from '../settings.ts';
import { surroundings } from '../text/surroundings.ts';
import { usable } from '../text/usable.ts';
import { createAllowance } from './allowance.ts';
import type { ConfidenceRule } from './arbiter.ts';
import { startContest } from './contest.ts';
import type { Entrant } from './entrant.ts';
import { createFleet } from './fleet.ts';
import type { Flight } from './flight.ts';
import { type LedgerEntry, openLedgerEntry, shown } from './ledger.ts';
import { type Lineup, openLineup } from './lineup.ts';
import { openQuestion, type Question, type QuestionOptions } from './question.ts';
import type { Standings } from './standing.ts';
import { worthJoining } from './worth-joining.ts';

export interface RaceSettings {
  readonly budgetMs: number;
  readonly policy: RacePolicy;
  /** A model id, or `auto`. */
  readonly defaultModel: string;
  /** Credit per keystroke for requests beyond the first. */
  readonly extraRequests: number;
  /** Share of losing requests that run on to their first token, to be measured. */
  readonly shadow: number;
  readonly confidence: ConfidenceRule;
}

/** A place in a document at one moment, as the models are to see it. */
export interface Place {
  readonly request: CompletionRequest;
  /** UTF-16 offset of the cursor in the document. */
  readonly offset: number;
}

export interface Ask extends Place {
  /** When the editor asked. */
  readonly askedAtMs: number;
  /** False after a deletion, a paste or an undo: only what is already known may answer. */
  readonly mayRequest: boolean;
  /**
   * True when the prefix holds text that is only selected in a suggestion list and not written. Such
   * a question says nothing about what the person wrote, so it ends no request.
   */
  readonly speculative: boolean;
}

export interface Answer extends Recalled {
  /** The race of the keystroke that shows the text. `sourceRaceId` is an earlier one unless `source` is `race`. */
  readonly raceId: string;
  readonly source: ShownSource;
}

export interface CompleterOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly entrants: () => readonly Entrant[];
  readonly settings: () => RaceSettings;
  readonly standings: Standings;
  readonly onRecord: (record: RaceRecord | AcceptRecord) => void;
  /** A request has said something or ended: figures on screen may want to follow. */
  readonly onProgress: (flight: Flight) => void;
  /** The person wrote something else than what was shown. */
  readonly onRejected: (pinned: Pinned) => void;
}

export interface Completer {
  /**
   * The person has typed here: the race begins now, tens of milliseconds before the editor asks, and
   * `complete` for the same place joins it. Does nothing where an answer is known already.
   */
  begin(place: Place): void;
  /** The one answer to one question of the editor, or null. Never rejects. */
  complete(ask: Ask, signal: AbortSignal): Promise<Answer | null>;
  /** The document changed: ends at once what no longer agrees. */
  edited(position: Position): void;
  accepted(answer: Pick<Answer, 'raceId' | 'modelId' | 'text'>): void;
  /** Ends every request and forgets every answer. */
  stop(): void;
}

/** From the provider's return to painted ghost text: 11 to 28 ms, median 20, in a real editor. */
const PAINT_MS = 20;
/** The editor gives up its progress sign after 10 s; an explicit request blocks it for everybody. */
const PATIENCE_MS = { automatic: 10_000, invoke: 3_000 } as const;

const positionOf = ({ request, offset }: Place): Position => ({ ...request, offset });

/** The line-up when the predictor spares the requests, or when nobody waits any more. */
const NOBODY: Lineup = { flights: [], hedgeAtMs: null, hedge: () => null, replace: () => [] };

export function createCompleter(options: CompleterOptions): Completer {
  const { clock, standings } = options;
  const recall = createRecall(options.onRejected);
  const allowance = createAllowance();
  /** Questions that are open: the editor may ask about one position more than once. */
  const open = new Set<Question<Answer>>();

  const fleet = createFleet({
    clock,
    random: options.random,
    onChange: (flight) => {
      if (flight.outcome !== null) land(flight);
      options.onProgress(flight);
      for (const question of open) question.wake();
    },
  });

  const land = (flight: Flight): void => {
    standings.note(flight.toRecord(), options.settings().budgetMs);
    if (flight.outcome !== 'finished' || flight.model.provider === 'embedded') return;
    const { anchor, text, raceId, confidence, model } = flight;
    recall.remember({ anchor, text, confidence, modelId: model.id, sourceRaceId: raceId });
  };

  const edited = (position: Position): void => {
    for (const question of [...open]) {
      if (!question.isAt(position)) question.end('superseded');
    }
    fleet.edited(position);
    recall.edited(position);
  };

  const complete = async (ask: Ask, signal: AbortSignal): Promise<Answer | null> => {
    const { request, askedAtMs } = ask;
    const position = positionOf(ask);
    if (!ask.speculative) edited(position);
    const begun = ask.speculative
      ? undefined
      : [...open].find((question) => question.isAbout(position, request.trigger));
    if (begun !== undefined) return begun.join(askedAtMs, signal);
    const known = recall.find(request, position);
    if (known !== null) {
      const raceId = options.newId();
      const entry = openEntry(raceId, request);
      entry.asked(askedAtMs);
      if (!ask.speculative) recall.pin(known, position);
      entry.settle(shown(known, 'memory'));
      return { ...known, raceId, source: 'memory' };
    }
    if (!ask.mayRequest) return null;
    return start(ask, ask.speculative).join(askedAtMs, signal);
  };

  const begin = (place: Place): void => {
    const position = positionOf(place);
    if (recall.find(place.request, position) !== null) return;
    if ([...open].some((question) => question.isAbout(position, place.request.trigger))) return;
    start(place, false);
  };

  const openEntry = (id: string, request: CompletionRequest): LedgerEntry =>
    openLedgerEntry(clock, { ...options.settings(), id, request }, options.onRecord);

  const start = (place: Place, speculative: boolean): Question<Answer> => {
    const { request } = place;
    const settings = options.settings();
    const position = positionOf(place);
    const raceId = options.newId();
    const entry = openEntry(raceId, request);
    const deadlineAtMs = request.keystrokeAtMs + settings.budgetMs - PAINT_MS;
    let predictor: Flight | null = null;

    const launch = ({ model, timeoutMs }: Entrant): Flight => {
      const anchor = anchorAt(position);
      const flight = fleet.launch({ model, request, anchor, raceId, timeoutMs });
      entry.add(flight);
      return flight;
    };
    const hold: QuestionOptions<Answer>['hold'] = async (signal, began) => {
      const entrants = options.entrants();
      const embedded = entrants.find(({ model }) => model.provider === 'embedded');
      predictor = embedded === undefined ? null : launch(embedded);
      // The predictor answers within microtasks; when it is nearly certain it spares the requests.
      await predictor?.done;
      const sure =
        request.trigger === 'automatic' &&
        (predictor?.confidence ?? 0) >= settings.confidence.atOnce &&
        usable(predictor?.text ?? '', true, surroundings(request)).type === 'text';
      const lineup =
        sure || signal.aborted
          ? NOBODY
          : openLineup({
              plan: {
                ...settings,
                trigger: request.trigger,
                timeLeftMs: deadlineAtMs - clock.nowMs(),
              },
              entrants: entrants.filter((entrant) => entrant !== embedded),
              joined: join(position, deadlineAtMs, speculative),
              launch,
              standings,
              allowance,
              extraRequests: settings.extraRequests,
              nowMs: clock.nowMs(),
            });
      const contest = startContest({
        request,
        position,
        flights: predictor === null ? lineup.flights : [predictor, ...lineup.flights],
        reserve: lineup,
        deadlineAtMs,
        patienceAtMs: request.keystrokeAtMs + PATIENCE_MS[request.trigger],
        confidence: settings.confidence,
        clock,
        signal,
      });
      began(contest);
      return contest.verdict;
    };
    const question = openQuestion<Answer>({
      clock,
      position,
      trigger: request.trigger,
      speculative,
      hold,
      toAnswer({ flight, usable: { text, replaceAfter } }) {
        // After the predictor has stood in at the deadline the models may still be right for the next key.
        if (flight !== predictor && !speculative) fleet.releaseLosers(flight, settings.shadow);
        return {
          raceId,
          sourceRaceId: flight.raceId,
          modelId: flight.model.id,
          text,
          replaceAfter,
          source: flight.raceId === raceId ? 'race' : 'in-flight',
          confidence: flight.confidence,
        };
      },
      onAsked: entry.asked,
      onShown(answer) {
        if (!speculative) recall.pin(answer, position);
        entry.settle(shown(answer, answer.source));
      },
      onSilent: (silence) => entry.settle({ silence }),
      onOver: () => open.delete(question),
    });
    open.add(question);
    return question;
  };

  /** Takes over the requests that are worth waiting for and ends the others: they were outrun. */
  const join = (
    position: Position,
    deadlineAtMs: number,
    speculative: boolean,
  ): readonly Flight[] => {
    const nowMs = clock.nowMs();
    const joined = fleet.agreeing(position).filter((flight) =>
      worthJoining({
        hasText: flight.text.length > position.offset - flight.anchor.offset,
        ageMs: nowMs - flight.dispatchedAtMs,
        typedChars: position.offset - flight.anchor.offset,
        standing: standings.of(flight.model.id),
        timeLeftMs: deadlineAtMs - nowMs,
      }),
    );
    // What is only selected in a list was not written: it ends nothing.
    if (!speculative) fleet.keepOnly(joined);
    return joined;
  };

  return {
    begin,
    complete,
    edited,
    accepted: ({ raceId, modelId, text }) =>
      options.onRecord({
        v: RECORD_VERSION,
        kind: 'accept',
        race: raceId,
        at: clock.epochMs(),
        model: modelId,
        chars: text.length,
      }),
    stop: () => {
      for (const question of [...open]) question.end('superseded');
      fleet.keepOnly([]);
      recall.clear();
    },
  };
}
