import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JournalRecord } from '../core/record.ts';
import { dayInName, dayOf } from './record-files.ts';
import { decodeLine } from './record-line.ts';

/** The part of `node:fs/promises` that reads. */
export interface ReadFiles {
  readdir(path: string): Promise<string[]>;
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  lstat(path: string): Promise<{ isFile(): boolean; readonly size: number }>;
}

export interface ReadOptions {
  /** Epoch ms; older records are left out. */
  readonly since?: number;
  /** At most so many, the newest ones. */
  readonly limit?: number;
}

export interface ReadResult {
  /** Oldest first. */
  readonly records: JournalRecord[];
  readonly damaged: number;
  readonly newer: number;
  /** Names of files that could not be read. */
  readonly unreadable: readonly string[];
}

// The largest file that a process of ours leaves is a few MB; a larger one is not worth the memory.
const MAX_FILE_BYTES = 32 * 1024 * 1024;

// About five milliseconds of parsing, so that typing goes on while a long history is read.
const CHARS_PER_TURN = 128 * 1024;

/**
 * Reads the record files of every process in the folder and merges them by time. A line that is not a
 * record costs only itself. A last line without line feed is one that a process is writing, or was
 * writing when it died: it is left out without a word. A missing folder is an empty history.
 */
export async function readRecords(
  files: ReadFiles,
  directory: string,
  { since = Number.NEGATIVE_INFINITY, limit = Number.POSITIVE_INFINITY }: ReadOptions = {},
): Promise<ReadResult> {
  const records: JournalRecord[] = [];
  const unreadable: string[] = [];
  let damaged = 0;
  let newer = 0;
  const firstDay = Number.isFinite(since) ? dayOf(since) : '';

  // A keystroke shortly before midnight may close its race after it, never the other way round.
  const names = (await listRecordFiles(files, directory)).filter(
    (name) => (dayInName(name) ?? '') >= firstDay,
  );
  let day = '';
  for (const name of names.toReversed()) {
    // Newest day first: where the last days hold enough, the rest of a long history is not parsed.
    const isNewDay = dayInName(name) !== day;
    if (isNewDay && records.length >= limit) break;
    day = dayInName(name) ?? '';
    const text = await readWhole(files, join(directory, name));
    if (text === null) {
      unreadable.push(name);
      continue;
    }
    const lines = text.split('\n').slice(0, -1);
    let parsedChars = 0;
    for (const line of lines) {
      if (parsedChars > CHARS_PER_TURN) {
        await nextTurn();
        parsedChars = 0;
      }
      parsedChars += line.length;
      if (line === '') continue;
      const decoded = decodeLine(line);
      if (decoded.kind === 'record') {
        if (decoded.record.at >= since) records.push(decoded.record);
      } else if (decoded.kind === 'newer') {
        newer += 1;
      } else {
        damaged += 1;
      }
    }
    await nextTurn();
  }
  records.sort((a, b) => a.at - b.at);
  const surplus = Math.max(0, records.length - limit);
  return { records: records.slice(surplus), damaged, newer, unreadable };
}

/** The names of all record files in the folder, oldest day first; none when there is no folder. */
export async function listRecordFiles(
  files: Pick<ReadFiles, 'readdir'>,
  directory: string,
): Promise<string[]> {
  try {
    return (await files.readdir(directory)).filter((name) => dayInName(name) !== null).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Null when it cannot be read or is no ordinary file; empty when another process just removed it. */
async function readWhole(files: ReadFiles, path: string): Promise<string | null> {
  try {
    const stat = await files.lstat(path);
    return stat.isFile() && stat.size <= MAX_FILE_BYTES ? await files.readFile(path, 'utf8') : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : null;
  }
}
