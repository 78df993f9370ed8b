import type { Clock } from '../clock.ts';
import { requestChars } from '../prompt/request-chars.ts';
import type { AcceptRecord, RaceRecord } from '../record.ts';
import { anchorAt, type Position, typedSince } from '../reuse/agreement.ts';
import type { Recall, Recalled } from '../reuse/recall.ts';
import { surroundings } from '../text/surroundings.ts';
import { usable } from '../text/usable.ts';
import type { Allowance } from './allowance.ts';
import { type Answer, type Place, positionOf, type RaceSettings } from './answer.ts';
import { startCollection } from './collection.ts';
import { type Said, startContest } from './contest.ts';
import type { Entrant } from './entrant.ts';
import type { Fleet } from './fleet.ts';
import type { Flight } from './flight.ts';
import { saidFrom } from './lane-view.ts';
import { openLedgerEntry, shown } from './ledger.ts';
import { type Lineup, openLineup } from './lineup.ts';
import { openQuestion, type Question, type QuestionOptions } from './question.ts';
import type { Standings } from './standing.ts';
import { worthJoining } from './worth-joining.ts';

export interface KeystrokeRaceOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly raceId: string;
  readonly place: Place;
  /** The place holds a word that is only selected in a list. */
  readonly speculative: boolean;
  /** What is on screen already, when the person asks for more than that. */
  readonly known: Recalled | null;
  readonly settings: RaceSettings;
  /** The model that the last race asked first. */
  readonly incumbent: string | null;
  readonly entrants: readonly Entrant[];
  readonly fleet: Fleet;
  readonly recall: Pick<Recall, 'pin' | 'onScreen'>;
  readonly standings: Standings;
  readonly allowance: Allowance;
  readonly onRecord: (record: RaceRecord | AcceptRecord) => void;
  /** How long the entrant's server should be left alone first. */
  readonly delayMs: (entrant: Entrant) => number;
  /** A request to a model was sent. */
  readonly onLaunched: (flight: Flight) => void;
  /** The answer was handed to the editor. */
  readonly onShown: (answer: Answer) => void;
  readonly onOver: () => void;
}

/**
 * What the editor needs besides its debounce, from the key press to the change event and from the
 * return to painted ghost text, where nobody can see it: some 30 ms on an idle machine, 84 on a busy one
 * with two cores, where even text given at once is painted 134 ms after its key, and 110 for nine keys
 * in ten there (npm run bench -- keystroke). What is there is handed over in time for the busy machine,
 * because a budget kept only while nothing else runs would be none. Whether a request may still help is
 * judged by the idle one, because a whole line that comes later is shown all the same.
 */
const EDITOR_MS = { idle: 30, busy: 110 } as const;
/** The editor asks 30 to 45 ms after the change event: what is ready before waits for it, and grows. */
const ASKS_AFTER_MS = 40;
/** The editor gives up its progress sign after 10 s; an explicit request blocks it for everybody. */
const PATIENCE_MS = { automatic: 10_000, invoke: 3_000 } as const;

/** The line-up when the predictor spares the requests, or when nobody waits any more. */
const NOBODY: Lineup = { flights: [], dueAtMs: null, startDue: () => [], replace: () => [] };

/** Starts the race of one keystroke, or of one explicit command, and writes it down when it is over. */
export function startKeystrokeRace(options: KeystrokeRaceOptions): Question<Answer> {
  const { clock, raceId, settings, fleet, speculative, standings, known } = options;
  const { request } = options.place;
  const { trigger } = request;
  const position = positionOf(options.place);
  const entry = openLedgerEntry(clock, { ...settings, id: raceId, request }, options.onRecord);
  const deadlineAtMs = request.keystrokeAtMs + settings.budgetMs - EDITOR_MS.busy;
  const helpsUntilMs = request.keystrokeAtMs + settings.budgetMs - EDITOR_MS.idle;
  const alongAtMs = request.keystrokeAtMs + ASKS_AFTER_MS;
  const patienceAtMs = request.keystrokeAtMs + PATIENCE_MS[trigger];
  const embedded = options.entrants.find(({ model }) => model.provider === 'embedded');

  const launch = ({ model, timeoutMs }: Entrant): Flight => {
    const anchor = anchorAt(position);
    const flight = fleet.launch({ model, request, anchor, raceId, timeoutMs });
    entry.add(flight);
    if (model !== embedded?.model) options.onLaunched(flight);
    return flight;
  };
  const isSure = (predictor: Flight | null): boolean =>
    trigger === 'automatic' &&
    (predictor?.confidence ?? 0) >= settings.confidence.atOnce &&
    usable(predictor?.text ?? '', true, surroundings(request)).type === 'text';

  const lineup = (): Lineup =>
    openLineup({
      plan: {
        ...settings,
        trigger,
        timeLeftMs: helpsUntilMs - clock.nowMs(),
        incumbent: options.incumbent,
      },
      entrants: options.entrants.filter((entrant) => entrant !== embedded),
      joined: joinFlights(options, position, helpsUntilMs),
      launch,
      // Whoever asks by a command waits for nothing.
      delayMs: (entrant) => (trigger === 'invoke' ? 0 : options.delayMs(entrant)),
      random: options.random,
      standings,
      allowance: options.allowance,
      extraRequests: settings.extraRequests,
      promptChars: requestChars(request),
      nowMs: clock.nowMs(),
    });

  const hold: QuestionOptions<Answer>['hold'] = async (signal, began) => {
    const predictor = embedded === undefined ? null : launch(embedded);
    // The predictor answers within microtasks; when it is nearly certain it spares the requests.
    await predictor?.done;
    const reserve = isSure(predictor) || signal.aborted ? NOBODY : lineup();
    const flights = predictor === null ? reserve.flights : [predictor, ...reserve.flights];
    const common = { request, position, flights, reserve, patienceAtMs, clock, signal };
    const contest =
      trigger === 'invoke'
        ? startCollection(common)
        : startContest({ ...settings, ...common, deadlineAtMs, alongAtMs });
    began(contest);
    return contest.verdict;
  };

  const toAnswer = ({ flight, text: { text, replaceAfter } }: Said): Answer => ({
    raceId,
    sourceRaceId: flight.raceId,
    modelId: flight.model.id,
    text,
    replaceAfter,
    source: flight.raceId === raceId ? 'race' : 'in-flight',
    confidence: flight.confidence,
    ttftMs: flight.firstTokenAtMs === null ? null : flight.firstTokenAtMs - flight.dispatchedAtMs,
    others: [],
  });
  /** What is on screen stays the first of the alternatives. */
  const behindKnown = (answers: readonly Answer[]): Answer | null => {
    const all = known === null ? answers : [fromMemory(known, raceId), ...answers];
    const [first, ...rest] = all;
    if (first === undefined) return null;
    return { ...first, others: rest.filter(({ text }) => text !== first.text) };
  };

  /** Text on screen only grows, whoever put it there. */
  const behindShown = (answer: Answer): Answer => {
    const onScreen = options.recall.onScreen(position);
    if (onScreen === null || answer.text.startsWith(onScreen.text)) return answer;
    const others = trigger === 'invoke' ? [answer, ...answer.others] : [];
    return {
      ...fromMemory(onScreen, raceId),
      others: others.filter(({ text }) => text !== onScreen.text),
    };
  };

  return openQuestion<Answer>({
    clock,
    position,
    trigger,
    speculative,
    hold,
    toAnswer(verdict) {
      if (verdict.type === 'give-up') return behindKnown([]);
      // After the predictor has stood in at the deadline the models may still be right for the next key.
      const isModel = verdict.flight.model.provider !== 'embedded';
      if (isModel && !speculative) fleet.releaseLosers(verdict.flight, settings.shadow);
      return behindKnown([verdict, ...verdict.others].map(toAnswer));
    },
    handOver: (answer) => (speculative ? answer : behindShown(answer)),
    onAsked: entry.asked,
    onShown(answer) {
      if (!speculative) options.recall.pin(answer, position);
      entry.settle(shown(answer, answer.source));
      options.onShown(answer);
    },
    onSilent: (silence) => entry.settle({ silence }),
    onOver: options.onOver,
  });
}

export function fromMemory(known: Recalled, raceId: string): Answer {
  return { ...known, raceId, source: 'memory', ttftMs: null, others: [] };
}

/** Takes over the requests that are worth waiting for and ends the others: they were outrun. */
function joinFlights(
  { clock, fleet, standings, speculative }: KeystrokeRaceOptions,
  position: Position,
  helpsUntilMs: number,
): readonly Flight[] {
  const nowMs = clock.nowMs();
  const joined = fleet.agreeing(position).filter((flight) => {
    const typed = typedSince(flight.anchor, position) ?? '';
    // Sent ahead for a place that is not reached yet: it says nothing here.
    if (typed.length < flight.lead.length) return false;
    return worthJoining({
      hasText: saidFrom(flight, typed) !== '',
      ageMs: nowMs - flight.dispatchedAtMs,
      typedChars: typed.length - flight.lead.length,
      standing: standings.of(flight.model.id, nowMs),
      timeLeftMs: helpsUntilMs - nowMs,
    });
  });
  // What is only selected in a list was not written: it ends nothing.
  if (!speculative) fleet.keepOnly(joined);
  return joined;
}
