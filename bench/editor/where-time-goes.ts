import type { RaceRecord } from '../../src/core/record.ts';
import { percentile } from '../figures.ts';
import type { AskedByKey } from './ask-by-key.ts';

/** The change event comes with the key, and before the next one. */
const BELONGS_WITHIN_MS = 500;

/**
 * The stations from the key press to painted text, medians in ms since the key press, out of what our
 * extension wrote down of each race. Its clock and the page's are one machine's.
 */
export function whereTimeGoes(
  asked: readonly AskedByKey[],
  records: readonly RaceRecord[],
): string {
  const stations = asked.flatMap(({ keyAt, shownMs }) => {
    const record = records.find(
      ({ at, trigger }) =>
        trigger === 'automatic' && at >= keyAt - 1 && at < keyAt + BELONGS_WITHIN_MS,
    );
    if (record === undefined) return [];
    const changeMs = record.at - keyAt;
    const [lane] = record.lanes;
    const since = (ms: number | null | undefined) => (ms == null ? null : changeMs + ms);
    return [
      {
        'change event': changeMs,
        dispatched: since(lane?.dispatchedMs),
        asked: since(record.askedMs),
        'first token': since(lane?.firstAnswerMs),
        'first line': since(lane?.firstLineMs),
        returned: since(record.returnedMs),
        painted: shownMs,
      },
    ];
  });
  const [first] = stations;
  if (first === undefined) return 'nothing was written down';
  return (Object.keys(first) as (keyof typeof first)[])
    .map((name) => {
      const known = stations.map((each) => each[name]).filter((ms) => ms !== null);
      return `${name} ${known.length === 0 ? '–' : percentile(known, 0.5).toFixed(0)}`;
    })
    .join(', ');
}
