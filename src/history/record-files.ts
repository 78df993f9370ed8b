const NAME = /^records-(\d{4}-\d{2}-\d{2})-\d{1,10}-[0-9a-f]{8}\.jsonl$/;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The UTC day of an epoch time in ms, `yyyy-mm-dd`: file names sort by it. */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/**
 * The name of one process's file for one day. The random part keeps two windows apart whose process
 * ids are equal, as they can be in containers that share a home.
 */
export function recordFileName(day: string, pid: number, random: string): string {
  return `records-${day}-${pid}-${random}.jsonl`;
}

/** The day in a record file's name, or null for any other file: those are never read or removed. */
export function dayInName(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null;
}

export interface RecordFile {
  readonly name: string;
  readonly bytes: number;
}

export interface PruneLimits {
  readonly nowEpochMs: number;
  readonly keepDays: number;
  readonly maxTotalBytes: number;
  /** The file that this process is writing; it always stays. */
  readonly own: string | null;
}

/**
 * Which files to remove: those of days that are over `keepDays` ago, then the oldest until the rest
 * fits. Another process whose file goes in this way simply starts it again with its next line.
 */
export function filesToPrune(files: readonly RecordFile[], limits: PruneLimits): string[] {
  const oldestDay = dayOf(limits.nowEpochMs - limits.keepDays * DAY_MS);
  const known = files.filter((file) => dayInName(file.name) !== null && file.name !== limits.own);
  const expired = known.filter((file) => (dayInName(file.name) ?? '') < oldestDay);
  const kept = known.filter((file) => !expired.includes(file)).sort(byName);
  const ownBytes = files.find((file) => file.name === limits.own)?.bytes ?? 0;
  let total = kept.reduce((sum, file) => sum + file.bytes, ownBytes);
  const surplus: RecordFile[] = [];
  for (const file of kept) {
    if (total <= limits.maxTotalBytes) break;
    surplus.push(file);
    total -= file.bytes;
  }
  return [...expired, ...surplus].map((file) => file.name);
}

function byName(a: RecordFile, b: RecordFile): number {
  return a.name < b.name ? -1 : 1;
}
