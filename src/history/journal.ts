import { randomBytes } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { JournalRecord } from '../core/record.ts';
import { createProblemReporter } from './problem-reporter.ts';
import { listRecordFiles, type ReadFiles, type ReadOptions, readRecords } from './read-records.ts';
import { dayInName, dayOf, filesToPrune, type RecordFile, recordFileName } from './record-files.ts';
import { decodeLine, encodeRecord } from './record-line.ts';
import { type AppendFiles, createRecordWriter } from './record-writer.ts';

/** What the journal needs of `node:fs/promises`. */
export interface JournalFiles extends AppendFiles, ReadFiles {
  unlink(path: string): Promise<void>;
}

export interface JournalOptions {
  /** The folder of the records, shared by all windows. It is created when first needed. */
  readonly directory: string;
  readonly clock: Clock;
  readonly keepDays: number;
  /** Told one sentence for the person, once per trouble until it has passed. */
  readonly onProblem: (sentence: string) => void;
  readonly files?: JournalFiles;
  readonly maxFileBytes?: number;
  readonly maxTotalBytes?: number;
}

/** Append-only latency records on disk. No method throws or rejects for what the disk does. */
export interface Journal {
  /** Costs a push onto a list; the record is on disk about a second later. Ignored once disposed. */
  append(record: JournalRecord): void;
  /** The records of all processes, oldest first, those of this one that still wait included. */
  read(options?: ReadOptions): Promise<JournalRecord[]>;
  /** Removes the records of all processes, on disk and waiting here. */
  clear(): Promise<void>;
  /** Writes what waits, now. */
  flush(): Promise<void>;
  /** Writes what waits and stops. */
  dispose(): Promise<void>;
}

// Long enough to make one write of a burst of typing, short enough to lose little in a crash.
const FLUSH_MS = 1000;

// A disk that was full a second ago is full now; trying every second would only heat the room.
const RETRY_MS = 30_000;

// Small files keep each step of reading short; a race of three lanes takes about 3 KB.
const MAX_FILE_BYTES = 1024 * 1024;

// About forty thousand races of three lanes.
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;

// Some thirteen hundred races of three lanes: half an hour of typing while the disk is full.
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const MAX_WAITING_RECORDS = 4000;

/**
 * One JSON Lines file per process and day, so that windows never contend for a lock: each appends to
 * its own and reads everybody's. Writes are batched and asynchronous; a keystroke never waits for them.
 */
export function createJournal(options: JournalOptions): Journal {
  const { directory, clock, files = nodeFiles } = options;
  const problems = createProblemReporter(options.onProblem);
  const today = () => dayOf(clock.epochMs());
  const writer = createRecordWriter({
    files,
    directory,
    nextName: () => recordFileName(today(), process.pid, randomBytes(4).toString('hex')),
    isStale: (name) => dayInName(name) !== today(),
    maxFileBytes: options.maxFileBytes ?? MAX_FILE_BYTES,
    maxWaitingBytes: MAX_WAITING_BYTES,
    onOverflow: () => problems.report('overflow'),
  });

  let waiting: JournalRecord[] = [];
  let timer: AbortController | null = null;
  let isDisposed = false;
  let prunedFor: string | null = null;
  // One after the other: a read must see the flush before it, a clear must not race an append.
  let queue: Promise<unknown> = Promise.resolve();

  function enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const run = queue.then(task);
    queue = run.catch(() => undefined);
    return run;
  }

  function schedule(delayMs: number): void {
    if (timer !== null || isDisposed) return;
    const own = new AbortController();
    timer = own;
    void clock.sleep(delayMs, own.signal).then(() => {
      if (timer === own) timer = null;
      return own.signal.aborted ? undefined : enqueue(drain);
    });
  }

  async function drain(): Promise<void> {
    const lines = waiting.map(encodeRecord);
    waiting = [];
    const good = lines.filter((line) => line !== null);
    if (good.length < lines.length) problems.report('invalid');
    try {
      await writer.write(good.join(''));
      problems.passed('write', 'overflow');
    } catch (error) {
      problems.report('write', error);
      schedule(RETRY_MS);
      return;
    }
    // At the start, and for each further file: the folder can only have grown beyond a limit then.
    if (writer.fileName() === null || writer.fileName() === prunedFor) return;
    prunedFor = writer.fileName();
    await prune();
  }

  async function prune(): Promise<void> {
    try {
      const found: RecordFile[] = [];
      for (const name of await listRecordFiles(files, directory)) {
        const stat = await files.lstat(join(directory, name)).catch(() => null);
        if (stat !== null) found.push({ name, bytes: stat.size });
      }
      const surplus = filesToPrune(found, {
        nowEpochMs: clock.epochMs(),
        keepDays: options.keepDays,
        maxTotalBytes: options.maxTotalBytes ?? MAX_TOTAL_BYTES,
        own: writer.fileName(),
      });
      await remove(surplus);
      problems.passed('prune');
    } catch (error) {
      problems.report('prune', error);
    }
  }

  /** Unlinks by name, so that a link planted under such a name loses only itself. */
  async function remove(names: readonly string[]): Promise<void> {
    let failure: unknown;
    for (const name of names) {
      try {
        await files.unlink(join(directory, name));
      } catch (error) {
        // Two windows prune the same folder: that the other was first is no failure.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failure = error;
      }
    }
    if (failure !== undefined) throw failure;
  }

  return {
    append(record) {
      if (isDisposed) return;
      if (waiting.length < MAX_WAITING_RECORDS) waiting.push(record);
      else problems.report('overflow');
      schedule(FLUSH_MS);
    },

    read: (readOptions) =>
      enqueue(async () => {
        await drain();
        try {
          const result = await readRecords(files, directory, readOptions);
          if (result.damaged > 0) problems.report('damaged');
          if (result.newer > 0) problems.report('newer');
          if (result.unreadable.length > 0) problems.report('unreadable');
          return withUnwritten(result.records, readOptions);
        } catch (error) {
          problems.report('read', error);
          return withUnwritten([], readOptions);
        }
      }),

    clear: () =>
      enqueue(async () => {
        waiting = [];
        writer.reset();
        try {
          await remove(await listRecordFiles(files, directory));
          problems.passed('clear', 'damaged', 'newer', 'unreadable');
        } catch (error) {
          problems.report('clear', error);
        }
      }),

    flush: () => enqueue(drain),

    dispose() {
      isDisposed = true;
      timer?.abort();
      return enqueue(drain);
    },
  };

  /** What a full disk keeps in memory is history all the same. */
  function withUnwritten(records: JournalRecord[], readOptions: ReadOptions = {}): JournalRecord[] {
    for (const line of writer.unwritten().split('\n')) {
      const decoded = line === '' ? null : decodeLine(line);
      if (decoded?.kind !== 'record') continue;
      if (decoded.record.at >= (readOptions.since ?? Number.NEGATIVE_INFINITY)) {
        records.push(decoded.record);
      }
    }
    const limit = readOptions.limit ?? Number.POSITIVE_INFINITY;
    return records.slice(Math.max(0, records.length - limit));
  }
}
