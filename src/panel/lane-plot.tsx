import type { LaneRecord, RaceRecord } from '../core/record.ts';
import { errorWords, isWinner, laneSpoken } from './lane-words.ts';
import { Beyond, PhaseBar, Plot, VLine } from './plot.tsx';
import type { RaceFacts } from './race-facts.ts';
import { remoteText } from './remote-text.ts';
import type { Scale } from './scale.ts';

const LANE_PX = 22;
const Y = LANE_PX / 2;

/** One request on the shared axis: phases, first token, how it ended, and when the race was shown. */
export function LanePlot(props: {
  lane: LaneRecord;
  race: RaceRecord;
  scale: Scale;
  facts: RaceFacts;
}) {
  const { lane, race, scale } = props;
  const segments = props.facts.segments(lane);
  const endMs = segments.at(-1)?.toMs ?? 0;
  const first = lane.firstTokenMs;
  return (
    <Plot scale={scale} heightPx={LANE_PX} label={laneSpoken(lane, race, remoteText, props.facts)}>
      {lane.outcome !== 'failed' && <ShownLine race={race} scale={scale} />}
      <PhaseBar segments={segments} scale={scale} yPx={Y} />
      {first !== null && first <= scale.maxMs && lane.provider !== 'embedded' && (
        <VLine x={scale.x(first)} from={2} to={LANE_PX - 2} kind="mark" />
      )}
      {endMs > scale.maxMs && (
        <Beyond
          scale={scale}
          yPx={Y}
          ms={first !== null && first > scale.maxMs ? first : endMs}
          late={first !== null && first > scale.maxMs}
        />
      )}
      <EndMark lane={lane} scale={scale} />
      {isWinner(lane, race) && race.returnedMs !== null && (
        <Dot x={scale.x(race.returnedMs)} y={Y} />
      )}
    </Plot>
  );
}

/** The row of a race's headline; an answer that no lane of this race gave is marked here. */
export function HeadlinePlot(props: { race: RaceRecord; scale: Scale; heightPx: number }) {
  const { race, scale, heightPx } = props;
  const elsewhere = race.shown !== null && race.shown.source !== 'race' && race.returnedMs !== null;
  return (
    <Plot scale={scale} heightPx={heightPx} label={null}>
      {elsewhere && <Dot x={Math.max(4, scale.x(race.returnedMs ?? 0))} y={heightPx / 2 + 3} />}
    </Plot>
  );
}

function ShownLine(props: { race: RaceRecord; scale: Scale }) {
  const { returnedMs, shown } = props.race;
  if (returnedMs === null || shown === null || returnedMs > props.scale.maxMs) return null;
  return <VLine x={props.scale.x(returnedMs)} from={0} to="100%" kind="shown" />;
}

function EndMark({ lane, scale }: { lane: LaneRecord; scale: Scale }) {
  if (lane.endMs > scale.maxMs) return null;
  const x = scale.x(lane.endMs);
  if (lane.outcome === 'stopped') {
    return <path class="mark" d={`M${x - 3},${Y - 3}l6,6m0,-6l-6,6`} />;
  }
  if (lane.outcome === 'failed') {
    return (
      <text class="bad" x={x + 5} y={Y + 4}>
        ✕ {errorWords(lane.error)}
      </text>
    );
  }
  return null;
}

/** Shown. The ring in the ground's colour lifts it off whatever lies under it. */
function Dot({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle class="ground" cx={x} cy={y} r={4.5} />
      <circle class="dot" cx={x} cy={y} r={3.5} />
    </>
  );
}
