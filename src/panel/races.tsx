import type { RaceRecord } from '../core/record.ts';
import type { PanelContext } from './context.ts';
import { Legend } from './legend.tsx';
import { modelSegments } from './model-segments.ts';
import { NumbersTable } from './numbers-table.tsx';
import { raceFacts } from './race-facts.ts';
import { RACE_NUMBER_TITLES, raceNumbers } from './race-numbers.ts';
import { RacesGrid } from './races-grid.tsx';
import { RacesStack } from './races-stack.tsx';
import { Section } from './section.tsx';
import type { Segment } from './segment.ts';

const CAPTION =
  'Each bar starts at the keystroke. Height and place name the phase; less ink means less certain.';
const TABLE_CAPTION = 'Milliseconds count from the keystroke. ≥: the request ended before.';
/** Keystrokes shown before "Show N More". */
const RACES_BEFORE_MORE = 6;

/** The latest keystrokes as waterfalls: who won, by how much, and what the losers were doing then. */
export function Races({ context }: { context: PanelContext }) {
  const { snapshot, view, layout, change } = context;
  const races: readonly RaceRecord[] = view.allRaces
    ? snapshot.races
    : snapshot.races.slice(0, RACES_BEFORE_MORE);
  const hidden = snapshot.races.length - races.length;
  const facts = raceFacts(snapshot);
  const thinks =
    snapshot.models.some((model) => hasThinking(modelSegments(model))) ||
    races.some(({ lanes }) => lanes.some((lane) => hasThinking(facts.segments(lane))));
  const Rows = layout.stacked ? RacesStack : RacesGrid;
  return (
    <Section
      id="races"
      title="Recent races"
      caption={view.racesAsTable ? TABLE_CAPTION : CAPTION}
      toggle={{
        asTable: view.racesAsTable,
        onToggle: () => change({ racesAsTable: !view.racesAsTable }),
      }}
    >
      {view.racesAsTable ? (
        <NumbersTable
          caption="Every request of the latest keystrokes; milliseconds count from the keystroke."
          headTitle="Request"
          columns={RACE_NUMBER_TITLES}
          rows={raceNumbers(races, facts)}
          stacked={layout.mode !== 'wide'}
          wordColumns={2}
        />
      ) : (
        <>
          <Legend layout={layout} thinks={thinks} />
          <Rows context={context} races={races} facts={facts} />
        </>
      )}
      <div class="below">
        {snapshot.races.length > RACES_BEFORE_MORE && (
          <button
            type="button"
            class="link"
            aria-label={hidden > 0 ? `Show ${hidden} More Keystrokes` : 'Show Fewer Keystrokes'}
            onClick={() => change({ allRaces: !view.allRaces })}
          >
            {hidden > 0 ? `Show ${hidden} More` : 'Show Fewer'}
          </button>
        )}
      </div>
    </Section>
  );
}

function hasThinking(segments: readonly Segment[]): boolean {
  return segments.some(({ name }) => name === 'thinking');
}
