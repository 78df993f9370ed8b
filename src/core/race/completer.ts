import type { Clock } from '../clock.ts';
import type { CompletionModel } from '../model.ts';
import { type AcceptRecord, type RaceRecord, RECORD_VERSION } from '../record.ts';
import type { CompletionRequest } from '../request.ts';
import { anchorAt, type Position, typedSince } from '../reuse/agreement.ts';
import { extended } from '../reuse/extended.ts';
import type { Pinned } from '../reuse/pinned.ts';
import { createRecall, type Recalled } from '../reuse/recall.ts';
import { surroundings } from '../text/surroundings.ts';
import { usable } from '../text/usable.ts';
import { createPace, type PacedServer } from '../trigger/pace.ts';
import { createAllowance } from './allowance.ts';
import {
  type Answer,
  type Ask,
  type NearAsk,
  type Place,
  positionOf,
  type RaceSettings,
} from './answer.ts';
import type { Entrant } from './entrant.ts';
import { createFetchAhead } from './fetch-ahead.ts';
import { createFleet } from './fleet.ts';
import type { Flight } from './flight.ts';
import { fromMemory, startKeystrokeRace } from './keystroke-race.ts';
import { saidFrom } from './lane-view.ts';
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
  /** Whether the cursor stands there now: nothing is fetched ahead where nobody looks. */
  readonly isThere: (position: Position) => boolean;
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
  /** Whether the text on screen goes on from here, so that no race needs to begin. */
  goesOn(position: Position): boolean;
  /**
   * The rest of the text on screen, without a request being put together for it: the way of most keys.
   * Null where it takes more to answer; then `complete` is to be asked.
   */
  goOn(ask: NearAsk): Answer | null;
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
    toItsEndShare: () => options.settings().shadow,
    onChange: (flight) => {
      if (flight.outcome !== null) land(flight);
      // Nobody waits for what is fetched ahead; that its server fails concerns everybody.
      if (flight.lead === '' || flight.error !== null) options.onProgress(flight);
      for (const question of open) question.wake();
      if (flight.outcome !== null) ahead.look();
    },
  });

  const land = (flight: Flight): void => {
    standings.note(flight.toRecord(), options.settings().budgetMs, clock.nowMs());
    pace.ended(paced(flight.model), flight.dispatchedAtMs, flight.outcome === 'stopped');
    if (flight.outcome !== 'finished' || flight.model.provider === 'embedded') return;
    const { anchor, text, lead, raceId, confidence, model } = flight;
    const answer = { anchor, text, confidence, modelId: model.id, sourceRaceId: raceId };
    recall.remember({ ...answer, leadChars: lead.length });
  };

  const ahead = createFetchAhead({
    clock,
    mode: () => options.settings().fetchAhead,
    entrants: options.entrants,
    restMs: pace.restMs,
    isBusy: fleet.isBusy,
    delayMs: (model) => pace.delayMs(paced(model), clock.nowMs()),
    isKnown: (place) => {
      const position = positionOf(place);
      return find(place, position) !== null || fleet.agreeing(position).length > 0;
    },
    isThere: (place) => options.isThere(positionOf(place)),
    launch({ model, timeoutMs }, shownAt, lead, { request }) {
      const raceId = newId();
      const anchor = anchorAt(positionOf(shownAt));
      const entry = openLedgerEntry(
        clock,
        { ...options.settings(), id: raceId, request, ahead: true },
        onRecord,
      );
      entry.add(fleet.launch({ model, request, anchor, lead, raceId, timeoutMs }));
      entry.settle({ silence: 'unasked' });
      pace.sent(paced(model), clock.nowMs());
    },
  });

  const edited = (position: Position): void => {
    ahead.callOff();
    for (const question of [...open]) {
      if (!question.isAt(position)) question.end('superseded');
    }
    fleet.edited(position);
    recall.edited(position);
  };

  /** The request that said the text, if it is still on its way. */
  const ownFlight = ({ modelId, sourceRaceId }: Recalled, position: Position) =>
    fleet
      .agreeing(position)
      .find(({ model, raceId }) => model.id === modelId && raceId === sourceRaceId);

  /** What needs no request: the shown text, with what its request has said since, or an older answer. */
  const find = ({ request }: Place, position: Position): Recalled | null => {
    const known = recall.find(request, position);
    const flight = known === null ? undefined : ownFlight(known, position);
    if (known === null || flight === undefined) return known;
    const typed = typedSince(flight.anchor, position) ?? '';
    return extended(known, saidFrom(flight, typed), false, request);
  };

  /** Where nothing may be asked: what a request on its way has said for this place so far. */
  const said = ({ request }: Place, position: Position): Recalled | null => {
    const around = surroundings(request);
    for (const flight of fleet.agreeing(position)) {
      const rest = saidFrom(flight, typedSince(flight.anchor, position) ?? '');
      const show = usable(rest, false, around);
      if (show.type !== 'text') continue;
      const { text, replaceAfter } = show;
      const { raceId: sourceRaceId, confidence, model } = flight;
      return { sourceRaceId, modelId: model.id, text, replaceAfter, confidence };
    }
    return null;
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
      onShown: (answer) => {
        if (!speculative) ahead.shown(() => place, answer, false);
      },
      onOver: () => open.delete(question),
    });
    open.add(question);
    return question;
  };

  /** A keystroke that needs no request is written down like every other. */
  const answerAtOnce = (ask: NearAsk, known: Recalled, source: 'memory' | 'in-flight'): Answer => {
    const raceId = newId();
    const { request } = ask;
    const entry = openLedgerEntry(clock, { ...options.settings(), id: raceId, request }, onRecord);
    entry.asked(ask.askedAtMs);
    const isTypedAlong = recall.onScreen(ask.position) !== null;
    if (!ask.speculative) recall.pin(known, ask.position);
    entry.settle(shown(known, source));
    // After a deletion or an undo nothing is asked for, and so nothing ahead either.
    if (!ask.speculative && ask.mayRequest) ahead.shown(ask.place, known, isTypedAlong);
    return { ...fromMemory(known, raceId), source };
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
      const near = { ...ask, position, place: () => ask };
      /** Something else has shown a text here: it stays, whatever this race has come to. */
      const onScreen = (): Answer | null => {
        const known = speculative || signal.aborted ? null : recall.onScreen(position);
        return known === null ? null : answerAtOnce(near, known, 'memory');
      };
      const begun = speculative ? undefined : begunAt(position, trigger);
      if (begun !== undefined && (trigger === 'invoke' || recall.onScreen(position) === null)) {
        return (await begun.join(askedAtMs, signal)) ?? onScreen();
      }
      begun?.end('superseded');
      const known = find(ask, position);
      if (known !== null && trigger === 'automatic') return answerAtOnce(near, known, 'memory');
      if (!ask.mayRequest) {
        const now = said(ask, position);
        return now === null ? null : answerAtOnce(near, now, 'in-flight');
      }
      const answer = await start(ask, { speculative, known }).join(askedAtMs, signal);
      return answer ?? onScreen();
    },
    goesOn: (position) => recall.onScreen(position) !== null,
    goOn(ask) {
      const { position } = ask;
      const known = recall.goOn(position);
      if (known === null || ownFlight(known, position) !== undefined) return null;
      pace.typed(ask.request.keystrokeAtMs);
      edited(position);
      if (begunAt(position, 'automatic') !== undefined) return null;
      return answerAtOnce(ask, known, 'memory');
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
      ahead.callOff();
      for (const question of [...open]) question.end('superseded');
      fleet.keepOnly([]);
      recall.clear();
    },
  };
}
