import type { AcceptRecord, LaneRecord, RaceRecord } from '../core/record.ts';

export type Cell = string | number | boolean | null | undefined;

/** What one CSV row is made of: a race, one of its lanes or none, and what was accepted of it. */
export interface Row {
  readonly race: RaceRecord;
  readonly lane: LaneRecord | undefined;
  readonly accepted: readonly AcceptRecord[];
}

export interface Column {
  readonly name: string;
  readonly cell: (row: Row) => Cell;
}

const ofRace = (name: string, cell: (race: RaceRecord) => Cell): Column => ({
  name,
  cell: ({ race }) => cell(race),
});

const ofLane = (name: string, cell: (lane: LaneRecord) => Cell): Column => ({
  name,
  cell: ({ lane }) => (lane === undefined ? null : cell(lane)),
});

/**
 * The columns of the CSV export, in order: the race's own first, repeated in each of its lanes' rows,
 * then the lane's. Names are those of the record where the record has the value.
 */
export const EXPORT_COLUMNS: readonly Column[] = [
  ofRace('race', (race) => race.id),
  ofRace('time', (race) => new Date(race.at).toISOString()),
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
  {
    name: 'acceptedChars',
    cell: ({ accepted }) =>
      accepted.length === 0 ? null : accepted.reduce((sum, { chars }) => sum + chars, 0),
  },
  ofLane('model', (lane) => lane.model),
  ofLane('provider', (lane) => lane.provider),
  ofLane('outcome', (lane) => lane.outcome),
  ofLane('errorCode', (lane) => lane.error?.code),
  ofLane('errorStatus', (lane) => lane.error?.status),
  ofLane('dispatchedMs', (lane) => lane.dispatchedMs),
  ofLane('connectedMs', (lane) => lane.connectedMs),
  ofLane('reusedConnection', (lane) => lane.reusedConnection),
  ofLane('headersMs', (lane) => lane.headersMs),
  ofLane('processingMs', (lane) => lane.processingMs),
  ofLane('firstTokenMs', (lane) => lane.firstTokenMs),
  ofLane('firstLineMs', (lane) => lane.firstLineMs),
  ofLane('lastTokenMs', (lane) => lane.lastTokenMs),
  ofLane('endMs', (lane) => lane.endMs),
  ofLane('ttftMs', (lane) =>
    lane.firstTokenMs === null ? null : lane.firstTokenMs - lane.dispatchedMs,
  ),
  ofLane('chars', (lane) => lane.chars),
  ofLane('pieces', (lane) => lane.pieces),
  ofLane('promptTokens', (lane) => lane.usage.promptTokens),
  ofLane('cachedTokens', (lane) => lane.usage.cachedTokens),
  ofLane('completionTokens', (lane) => lane.usage.completionTokens),
  ofLane('queueMs', (lane) => lane.server.queueMs),
  ofLane('loadMs', (lane) => lane.server.loadMs),
  ofLane('prefillMs', (lane) => lane.server.prefillMs),
  ofLane('decodeMs', (lane) => lane.server.decodeMs),
  ofLane('totalMs', (lane) => lane.server.totalMs),
  ofLane('confidence', (lane) => lane.confidence),
];
