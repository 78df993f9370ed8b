import type { PhaseName } from '../core/protocol.ts';
import { hundredths } from '../core/race/hundredths.ts';
import type { LaneRecord, MeasurementRecord, RaceRecord } from '../core/record.ts';
import type { RequestRow, Row } from './export-rows.ts';

export type Cell = string | number | boolean | null | undefined;

export interface Column {
  readonly name: string;
  readonly cell: (row: Row) => Cell;
}

const ofRace = (name: string, cell: (race: RaceRecord) => Cell): Column => ({
  name,
  cell: ({ record }) => (record.kind === 'race' ? cell(record) : null),
});

const ofMeasurement = (name: string, cell: (record: MeasurementRecord) => Cell): Column => ({
  name,
  cell: ({ record }) => (record.kind === 'measurement' ? cell(record) : null),
});

const ofLane = (name: string, cell: (lane: LaneRecord) => Cell): Column => ({
  name,
  cell: ({ request }) => (request === null ? null : cell(request.lane)),
});

/** A field of the lane under its own name. */
const field = (name: keyof LaneRecord & string): Column =>
  ofLane(name, (lane) => lane[name] as Cell);

/** A figure that is worked out here. More digits than the marks behind it would be noise. */
const figure = (name: string, value: (request: RequestRow) => number | null): Column => ({
  name,
  cell: ({ request }) => {
    const found = request === null ? null : value(request);
    return found === null ? null : hundredths(found);
  },
});

/** `phaseQueueMs`, `phaseQueueFrom` and, where a phase may be inexact, `phaseQueuePlusMinusMs`. */
function ofPhase(name: PhaseName, isExact: boolean): readonly Column[] {
  const title = `phase${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const find = ({ phases }: RequestRow) => phases.find((phase) => phase.name === name);
  return [
    figure(`${title}Ms`, (request) => find(request)?.ms ?? null),
    {
      name: `${title}From`,
      cell: ({ request }) => (request === null ? null : find(request)?.from),
    },
    ...(isExact
      ? []
      : [figure(`${title}PlusMinusMs`, (request) => find(request)?.plusMinusMs ?? null)]),
  ];
}

/**
 * The columns of the CSV export, in order: those of the keystroke or measuring request first, repeated in
 * each of its requests' rows, then the request's. A column with the name of a record's field holds that
 * field. What a server reported begins with `reported`, what the time to the first token is made of with
 * `phase`, so that a reported queue cannot be taken for an estimated one.
 */
export const EXPORT_COLUMNS: readonly Column[] = [
  { name: 'purpose', cell: ({ record }) => (record.kind === 'race' ? 'typing' : 'measured') },
  ofRace('race', (race) => race.id),
  ofMeasurement('measurement', (record) => record.id),
  { name: 'time', cell: ({ record }) => isoTime(record.at) },
  ofRace('language', (race) => race.language),
  ofRace('trigger', (race) => race.trigger),
  ofRace('policy', (race) => race.policy),
  ofRace('budgetMs', (race) => race.budgetMs),
  ofRace('askedMs', (race) => race.askedMs),
  ofRace('returnedMs', (race) => race.returnedMs),
  ofRace('shownRace', (race) => race.shown?.race),
  ofRace('shownModel', (race) => race.shown?.model),
  ofRace('shownSource', (race) => race.shown?.source),
  ofRace('shownChars', (race) => race.shown?.chars),
  ofRace('silence', (race) => race.silence),
  { name: 'acceptedChars', cell: ({ acceptedChars }) => acceptedChars },
  ofMeasurement('run', (record) => record.run),
  ofMeasurement('promptTokensAimed', ({ step }) => step.promptTokens),
  ofMeasurement('outputTokensAimed', ({ step }) => step.outputTokens),
  ofMeasurement('cacheAimed', ({ step }) => step.cache),
  field('model'),
  field('provider'),
  field('outcome'),
  ofLane('errorCode', (lane) => lane.error?.code),
  ofLane('errorStatus', (lane) => lane.error?.status),
  field('dispatchedMs'),
  field('connectedMs'),
  field('reusedConnection'),
  field('roundTripMs'),
  field('headersMs'),
  field('waitingMs'),
  field('processingMs'),
  field('firstChunkMs'),
  field('firstTokenMs'),
  field('firstAnswerMs'),
  field('firstLineMs'),
  field('lastTokenMs'),
  field('endMs'),
  figure('ttftMs', ({ lane }) =>
    lane.firstTokenMs === null ? null : lane.firstTokenMs - lane.dispatchedMs,
  ),
  ...ofPhase('wait', true),
  ...ofPhase('connect', true),
  ...ofPhase('network', true),
  ...ofPhase('queue', false),
  ...ofPhase('load', true),
  ...ofPhase('prefill', false),
  ...ofPhase('server', false),
  figure('tps', (request) => request.tps),
  figure('endToEndTps', (request) => request.endToEndTps),
  { name: 'tpsFrom', cell: ({ request }) => request?.tpsFrom },
  field('chars'),
  field('pieces'),
  ofLane('promptChars', (lane) => lane.promptSize?.chars),
  ofLane('promptRepeatedChars', (lane) => lane.promptSize?.repeatedChars),
  ofLane('promptTokens', (lane) => lane.usage.promptTokens),
  ofLane('cachedTokens', (lane) => lane.usage.cachedTokens),
  ofLane('completionTokens', (lane) => lane.usage.completionTokens),
  ofLane('reasoningTokens', (lane) => lane.usage.reasoningTokens),
  ofLane('reportedQueueMs', (lane) => lane.server.queueMs),
  ofLane('reportedLoadMs', (lane) => lane.server.loadMs),
  ofLane('reportedPrefillMs', (lane) => lane.server.prefillMs),
  ofLane('reportedDecodeMs', (lane) => lane.server.decodeMs),
  ofLane('reportedTtftMs', (lane) => lane.server.ttftMs),
  ofLane('reportedTotalMs', (lane) => lane.server.totalMs),
  field('confidence'),
  field('dropped'),
];

/** Null for a time that no calendar has: a record that somebody edited. */
function isoTime(epochMs: number): string | null {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
