import type { LaneRecord, RaceRecord } from '../record.ts';

// Lanes of one model that can still be running or be reused at the next keystroke: a handful.
const MAX_RECENT = 8;

// A keystroke's wall-clock time is rounded, so two records may disagree by about a millisecond.
const SLACK_MS = 5;

interface RecentLane {
  readonly lane: LaneRecord;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * The requests whose text the person was shown. A race that shows its own lane names it; one that shows
 * an earlier lane's text (`in-flight`, `memory`) names only the model, so it is credited to that
 * model's latest lane that was running then, or that had spoken by then. Races oldest first. O(n).
 */
export function shownLanes(races: readonly RaceRecord[]): ReadonlySet<LaneRecord> {
  const shown = new Set<LaneRecord>();
  const recent = new Map<string, RecentLane[]>();
  for (const race of races) {
    const { shown: text, at, returnedMs } = race;
    if (text !== null && text.source === 'race') {
      const own = race.lanes.find((lane) => lane.model === text.model && lane.chars > 0);
      if (own !== undefined) shown.add(own);
    } else if (text !== null) {
      const until = at + (returnedMs ?? 0) + SLACK_MS;
      const earlier = recent.get(text.model)?.findLast((candidate) => {
        const running = candidate.endedAt >= at - SLACK_MS;
        return candidate.startedAt <= until && (running || text.source === 'memory');
      });
      if (earlier !== undefined) shown.add(earlier.lane);
    }
    for (const lane of race.lanes) {
      if (lane.chars === 0) continue;
      const list = recent.get(lane.model) ?? [];
      recent.set(lane.model, list);
      list.push({ lane, startedAt: at + lane.dispatchedMs, endedAt: at + lane.endMs });
      if (list.length > MAX_RECENT) list.shift();
    }
  }
  return shown;
}
