import type { RaceRecord } from '../core/record.ts';
import type { PanelContext } from './context.ts';
import { clockTime, MISSING } from './format.ts';
import { LanePlot } from './lane-plot.tsx';
import {
  firstTokenWords,
  laneSpoken,
  longestPhaseWords,
  outcomeWords,
  raceHeadline,
} from './lane-words.ts';
import { languageName } from './language-name.ts';
import { AxisHead } from './plot.tsx';
import type { RaceFacts } from './race-facts.ts';
import { raceRowIds } from './race-row-ids.ts';
import { remoteText } from './remote-text.ts';
import { useRoving } from './use-roving.ts';

/** Races as one column for a narrow panel: words above each waterfall, which takes the full width. */
export function RacesStack(props: {
  context: PanelContext;
  races: readonly RaceRecord[];
  facts: RaceFacts;
}) {
  const { context, races, facts } = props;
  const { scale } = context;
  const rows = useRoving('races', raceRowIds(races), 'vertical');
  return (
    <div class="stack">
      <AxisHead scale={scale} words={false} />
      <ul class="races-list" onKeyDown={rows.onKeyDown}>
        {races.map((race) => {
          const headline = raceHeadline(race, (id) => remoteText(id, 60));
          return (
            <li key={race.id} {...rows.itemProps(race.id)} aria-label={headline.text}>
              <p>
                <span class="model-name">{clockTime(race.at)}</span>{' '}
                <span class="quiet">{languageName(remoteText(race.language, 30))} · </span>
                <span class={headline.tone}>{headline.text}</span>
              </p>
              <ul>
                {race.lanes.map((lane, index) => {
                  const id = `${race.id}/${index}`;
                  const outcome = outcomeWords(lane, race, facts.shownLater);
                  const first = firstTokenWords(lane, race.budgetMs, 'key');
                  return (
                    <li
                      key={id}
                      {...rows.itemProps(id)}
                      aria-label={laneSpoken(lane, race, remoteText, facts)}
                    >
                      <div class="stack-lane">
                        <span>
                          <bdi>{remoteText(lane.model, 60)}</bdi>{' '}
                          <span class={outcome.tone === 'plain' ? 'quiet' : outcome.tone}>
                            {outcome.text}
                          </span>
                        </span>
                        <span>
                          <span class={first.tone}>
                            {first.text === MISSING ? MISSING : `${first.text} ms`}
                          </span>
                          <span class="quiet"> · {longestPhaseWords(facts.segments(lane))}</span>
                        </span>
                      </div>
                      <LanePlot lane={lane} race={race} scale={scale} facts={facts} />
                    </li>
                  );
                })}
              </ul>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
