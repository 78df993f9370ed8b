import type { LaneRecord, RaceRecord } from '../core/record.ts';
import type { PanelContext } from './context.ts';
import { clockTime, tableMs } from './format.ts';
import { HeadlinePlot, LanePlot } from './lane-plot.tsx';
import { firstTokenWords, longestPhaseWords, outcomeWords, raceHeadline } from './lane-words.ts';
import { languageName } from './language-name.ts';
import { LABEL_PX } from './layout.ts';
import { AxisHead } from './plot.tsx';
import type { RaceFacts } from './race-facts.ts';
import { raceRowIds } from './race-row-ids.ts';
import { remoteText } from './remote-text.ts';
import { useRoving } from './use-roving.ts';

const HEADLINE_PX = 26;

interface LaneColumn {
  readonly key: string;
  readonly head: readonly [string, string];
  readonly widthPx: number;
  /** False: left out in the medium layout; the table still has it. */
  readonly essential: boolean;
  readonly cell: (
    lane: LaneRecord,
    race: RaceRecord,
    facts: RaceFacts,
  ) => { text: string; tone?: string };
}

const COLUMNS: readonly LaneColumn[] = [
  {
    key: 'key',
    head: ['From key', 'ms'],
    widthPx: 70,
    essential: true,
    cell: (lane, race) => firstTokenWords(lane, race.budgetMs, 'key'),
  },
  {
    key: 'ttft',
    head: ['TTFT, from', 'send, ms'],
    widthPx: 74,
    essential: false,
    cell: (lane, race) => firstTokenWords(lane, race.budgetMs, 'send'),
  },
  {
    key: 'line',
    head: ['Usable', 'line, ms'],
    widthPx: 60,
    essential: true,
    cell: (lane, race) => ({
      text: tableMs(lane.firstLineMs),
      ...((lane.firstLineMs ?? 0) > race.budgetMs ? { tone: 'late' } : {}),
    }),
  },
  {
    key: 'longest',
    head: ['Longest phase', 'ms'],
    widthPx: 128,
    essential: false,
    cell: (lane, _, facts) => ({ text: longestPhaseWords(facts.segments(lane)) }),
  },
];

/** Races as groups of rows beside their waterfalls. */
export function RacesGrid(props: {
  context: PanelContext;
  races: readonly RaceRecord[];
  facts: RaceFacts;
}) {
  const { context, races, facts } = props;
  const { layout, scale } = context;
  const columns = COLUMNS.filter((column) => layout.mode === 'wide' || column.essential);
  const rows = useRoving('races', raceRowIds(races), 'vertical');
  return (
    <table
      class="races"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through its rows, so it is a grid.
      role="grid"
      aria-labelledby="races-title"
      aria-describedby="races-caption"
      onKeyDown={rows.onKeyDown}
    >
      <colgroup>
        <col width={LABEL_PX} />
        <col width={layout.plotPx} />
        {columns.map((column) => (
          <col key={column.key} width={column.widthPx} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" class="left">
            Race
          </th>
          <th scope="col" class="plot">
            <AxisHead scale={scale} words={false} />
          </th>
          {columns.map((column) => (
            <th key={column.key} scope="col">
              {column.head[0]} <br />
              {column.head[1]}
            </th>
          ))}
          <th scope="col" class="left outcome">
            Outcome
          </th>
        </tr>
      </thead>
      {races.map((race) => (
        <tbody key={race.id} class="race">
          <tr class="headline" {...rows.itemProps(race.id)}>
            <th scope="rowgroup" class="left">
              <span class="model-name">{clockTime(race.at)}</span>{' '}
              <span class="quiet">{languageName(remoteText(race.language, 30))}</span>
            </th>
            <td class="plot">
              <HeadlinePlot race={race} scale={scale} heightPx={HEADLINE_PX} />
            </td>
            <HeadlineCell race={race} span={columns.length + 1} />
          </tr>
          {race.lanes.map((lane, index) => {
            const id = `${race.id}/${index}`;
            const outcome = outcomeWords(lane, race, facts.shownLater);
            return (
              <tr key={id} class="lane" {...rows.itemProps(id)}>
                <th scope="row" class="left lane-name">
                  <bdi title={remoteText(lane.model)}>{remoteText(lane.model, 60)}</bdi>
                </th>
                <td class="plot">
                  <LanePlot lane={lane} race={race} scale={scale} facts={facts} />
                </td>
                {columns.map((column) => {
                  const { text, tone } = column.cell(lane, race, facts);
                  return (
                    <td key={column.key} class={tone}>
                      {text}
                    </td>
                  );
                })}
                <td class={`left outcome ${outcome.tone}`}>{outcome.text}</td>
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  );
}

function HeadlineCell({ race, span }: { race: RaceRecord; span: number }) {
  const { text, tone } = raceHeadline(race, (id) => remoteText(id, 60));
  return (
    <td class={`left outcome ${tone}`} colSpan={span}>
      {text}
    </td>
  );
}
