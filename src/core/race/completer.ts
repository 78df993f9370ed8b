import type { Clock } from '../clock.ts';
import type { CompletionModel } from '../model.ts';
import { type AcceptRecord, type RaceRecord, RECORD_VERSION } from '../record.ts';
import type { CompletionRequest } from '../request.ts';
import { type Position, typedSince } from '../reuse/agreement.ts';
import { extended } from '../reuse/extended.ts';
import type { Pinned } from '../reuse/pinned.ts';
import { createRecall, type Recalled } from '../reuse/recall.ts';
import { createPace, type PacedServer } from '../trigger/pace.ts';
import { createAllowance } from './allowance.ts';
import { type Answer, type Ask, type Place, positionOf, type RaceSettings } from './answer.ts';
import type { Entrant } from './entrant.ts';
import { createFleet } from './fleet.ts';
import type { Flight } from './flight.ts';
import { fromMemory, startKeystrokeRace } from './keystroke-race.ts';
import { openLedgerEntry, shown } from './ledger.ts';
import type { Question } from './question.ts';
import type { Standings } from './standing.ts';

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
  /**
   * The answer to one question of the editor, or null; after an explicit command with the other
   * models' answers behind it. Never rejects.
   */
  complete(ask: Ask, signal: AbortSignal): Promise<Answer | null>;
  /** The document changed: ends at once what no longer agrees. */
  edited(position: Position): void;
  accepted(answer: Pick<Answer, 'raceId' | 'modelId' | 'text'>): void;
  /** Ends every request and forgets every answer. */
  stop(): void;
}

export function createCompleter(options: CompleterOptions): Completer {
  const { clock, standings, newId, onRecord } = options;
  const recall = createRecall(options.onRejected);
  const allowance = createAllowance();
  const pace = createPace();
  /** Models behind https have no line of their own and are paid for, or limited, by the request. */
  const paced = ({ id, queueKey }: CompletionModel): PacedServer => ({
    key: queueKey ?? id,
    metered: queueKey === null,
    usualMs: standings.of(id, clock.nowMs()).medianLineMs,
  });
  /** Questions that are open: the editor may ask about one position more than once. */
  const open = new Set<Question<Answer>>();
  let incumbent: string | null = null;

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
    standings.note(flight.toRecord(), options.settings().budgetMs, clock.nowMs());
    pace.ended(paced(flight.model), flight.dispatchedAtMs, flight.outcome === 'stopped');
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

  /** What needs no request: the shown text, with what its request has said since, or an older answer. */
  const find = ({ request }: Place, position: Position): Recalled | null => {
    const known = recall.find(request, position);
    const flight = fleet
      .agreeing(position)
      .find(({ model, raceId }) => model.id === known?.modelId && raceId === known.sourceRaceId);
    if (known === null || flight === undefined) return known;
    const typed = typedSince(flight.anchor, position) ?? '';
    return extended(known, flight.text.slice(typed.length), false, request);
  };

  const begunAt = (position: Position, trigger: CompletionRequest['trigger']) =>
    [...open].find((question) => question.isAbout(position, trigger));

  const start = (
    place: Place,
    { speculative = false, known = null }: { speculative?: boolean; known?: Recalled | null },
  ): Question<Answer> => {
    let launched = false;
    const question = startKeystrokeRace({
      clock,
      random: options.random,
      raceId: newId(),
      place,
      speculative,
      known,
      settings: options.settings(),
      incumbent,
      entrants: options.entrants(),
      fleet,
      recall,
      standings,
      allowance,
      onRecord,
      delayMs: ({ model }) => pace.delayMs(paced(model), clock.nowMs()),
      onLaunched: ({ model }) => {
        pace.sent(paced(model), clock.nowMs());
        if (!launched) incumbent = model.id;
        launched = true;
      },
      onOver: () => open.delete(question),
    });
    open.add(question);
    return question;
  };

  /** A keystroke that needs no request is written down like every other. */
  const recallAnswer = (ask: Ask, known: Recalled): Answer => {
    const raceId = newId();
    const { request } = ask;
    const entry = openLedgerEntry(clock, { ...options.settings(), id: raceId, request }, onRecord);
    entry.asked(ask.askedAtMs);
    if (!ask.speculative) recall.pin(known, positionOf(ask));
    entry.settle(shown(known, 'memory'));
    return fromMemory(known, raceId);
  };

  return {
    begin(place) {
      pace.typed(place.request.keystrokeAtMs);
      const position = positionOf(place);
      if (find(place, position) !== null) return;
      if (begunAt(position, place.request.trigger) === undefined) start(place, {});
    },
    async complete(ask, signal) {
      const { speculative, askedAtMs } = ask;
      const { trigger } = ask.request;
      if (trigger === 'automatic') pace.typed(ask.request.keystrokeAtMs);
      const position = positionOf(ask);
      if (!speculative) edited(position);
      const begun = speculative ? undefined : begunAt(position, trigger);
      if (begun !== undefined) return begun.join(askedAtMs, signal);
      const known = find(ask, position);
      if (known !== null && trigger === 'automatic') return recallAnswer(ask, known);
      if (!ask.mayRequest) return null;
      return start(ask, { speculative, known }).join(askedAtMs, signal);
    },
    edited,
    accepted: ({ raceId, modelId, text }) =>
      onRecord({
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
