import type { LaneRecord, RaceRecord } from '../core/record.ts';
import { clockTime, MISSING, tableMs } from './format.ts';
import { laneSegments, type Phase } from './lane-segments.ts';
import { firstTokenWords, outcomeWords, raceHeadline } from './lane-words.ts';
import type { LaterShows } from './later-shows.ts';
import type { NumbersRow } from './numbers-table.tsx';
import { remoteText } from './remote-text.ts';

export const RACE_NUMBER_TITLES: readonly string[] = [
  'Sent, ms',
  'Connected, ms',
  'Queue, ms',
  'Prefill, ms',
  'Server, not split, ms',
  'First token, ms',
  'TTFT from the send, ms',
  'Usable line, ms',
  'Last token, ms',
  'End, ms',
  'Outcome',
];

/** The figures of the Recent races chart, one row a request; ms count from the keystroke. */
export function raceNumbers(
  races: readonly RaceRecord[],
  shownLater: LaterShows,
): readonly NumbersRow[] {
  return races.flatMap((race) =>
    race.lanes.length === 0
      ? [answeredElsewhere(race)]
      : race.lanes.map((l, i) => laneRow(race, l, i, shownLater)),
  );
}

function laneRow(
  race: RaceRecord,
  lane: LaneRecord,
  index: number,
  shownLater: LaterShows,
): NumbersRow {
  return {
    key: `${race.id}/${index}`,
    head: `${clockTime(race.at)} ${remoteText(lane.model, 80)}`,
    cells: [
      tableMs(lane.dispatchedMs),
      lane.reusedConnection === true ? 'warm' : tableMs(lane.connectedMs),
      phaseMs(lane, 'queue'),
      phaseMs(lane, 'prefill'),
      phaseMs(lane, 'server'),
      firstTokenWords(lane, race.budgetMs, 'key').text,
      firstTokenWords(lane, race.budgetMs, 'send').text,
      tableMs(lane.firstLineMs),
      tableMs(lane.lastTokenMs),
      tableMs(lane.endMs),
      outcomeWords(lane, race, shownLater).text,
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

function phaseMs(lane: LaneRecord, phase: Phase): string {
  const segment = laneSegments(lane).find((candidate) => candidate.phase === phase);
  if (segment === undefined) return MISSING;
  const bound = segment.provenance === 'unknown' ? '≥ ' : '';
  return bound + tableMs(segment.toMs - segment.fromMs);
}
