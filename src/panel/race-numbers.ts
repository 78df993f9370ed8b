import type { LaneRecord, RaceRecord } from '../core/record.ts';
import { clockTime, MISSING, tableMs } from './format.ts';
import { firstTokenWords, outcomeWords, raceHeadline } from './lane-words.ts';
import type { NumbersRow } from './numbers-table.tsx';
import type { RaceFacts } from './race-facts.ts';
import { remoteText } from './remote-text.ts';
import { segmentsCell } from './segment-words.ts';

export const RACE_NUMBER_TITLES: readonly string[] = [
  'Sent, ms',
  'Connected, ms',
  'From key, ms',
  'TTFT, from send, ms',
  'Usable line, ms',
  'Last token, ms',
  'End, ms',
  'Phases, ms',
  'Outcome',
];

/** The figures of the Recent races chart, one row a request; ms count from the keystroke. */
export function raceNumbers(races: readonly RaceRecord[], facts: RaceFacts): readonly NumbersRow[] {
  return races.flatMap((race) =>
    race.lanes.length === 0
      ? [answeredElsewhere(race)]
      : race.lanes.map((lane, index) => laneRow(race, lane, index, facts)),
  );
}

function laneRow(race: RaceRecord, lane: LaneRecord, index: number, facts: RaceFacts): NumbersRow {
  return {
    key: `${race.id}/${index}`,
    head: `${clockTime(race.at)} ${remoteText(lane.model, 80)}`,
    cells: [
      tableMs(lane.dispatchedMs),
      lane.reusedConnection === true ? 'warm' : tableMs(lane.connectedMs),
      firstTokenWords(lane, race.budgetMs, 'key').text,
      firstTokenWords(lane, race.budgetMs, 'send').text,
      tableMs(lane.firstLineMs),
      tableMs(lane.lastTokenMs),
      tableMs(lane.endMs),
      segmentsCell(facts.segments(lane)),
      outcomeWords(lane, race, facts.shownLater).text,
    ],
  };
}

function answeredElsewhere(race: RaceRecord): NumbersRow {
  const blanks = RACE_NUMBER_TITLES.slice(0, -1).map(() => MISSING);
  return {
    key: race.id,
    head: clockTime(race.at),
    cells: [...blanks, raceHeadline(race, remoteText).text],
  };
}
