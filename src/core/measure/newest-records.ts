import type { JournalRecord } from '../record.ts';

/**
 * Some days of typing. Sums are made over all of it several times a second while the panel is open,
 * so it is bounded; the journal keeps more.
 */
export const MAX_RECORDS = 5000;
/**
 * Two requests for each of them. One with its curve takes about 4 kB, so this is 40 MB: whoever races 30
 * models on every key keeps the last 330 keys, not 600 MB.
 */
export const MAX_REQUESTS = 10_000;

/** As many of the last records as both limits allow. */
export function newestRecords(records: readonly JournalRecord[]): JournalRecord[] {
  let requests = 0;
  let start = records.length;
  while (start > 0 && records.length - start < MAX_RECORDS) {
    const record = records[start - 1];
    requests += record === undefined ? 0 : requestsOf([record]);
    if (requests > MAX_REQUESTS) break;
    start -= 1;
  }
  return records.slice(start);
}

/** How many requests they hold. */
export function requestsOf(records: readonly JournalRecord[]): number {
  return records.reduce((sum, record) => {
    if (record.kind === 'race') return sum + record.lanes.length;
    return sum + (record.kind === 'measurement' ? 1 : 0);
  }, 0);
}
