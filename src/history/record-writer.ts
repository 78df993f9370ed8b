import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of `node:fs/promises` that appends; injected so that a full disk can be tested. */
export interface AppendFiles {
  open(
    path: string,
    flags: 'a',
    mode: number,
  ): Promise<Pick<FileHandle, 'write' | 'stat' | 'close'>>;
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>;
}

export interface RecordWriter {
  /**
   * Appends whole lines, each ending in a line feed. When it rejects, what did not reach the disk is
   * kept and goes first next time, from the very byte at which the disk stopped.
   */
  write(lines: string): Promise<void>;
  /** The whole lines that wait for a disk that takes them. */
  unwritten(): string;
  /** Forgets what waits. */
  reset(): void;
  /** The name of the file that was written last. */
  fileName(): string | null;
}

export interface RecordWriterOptions {
  readonly files: AppendFiles;
  readonly directory: string;
  /** A fresh file name for today. */
  readonly nextName: () => string;
  /** True when the current file belongs to a day that is over. */
  readonly isStale: (name: string) => boolean;
  readonly maxFileBytes: number;
  /** What may wait in memory while the disk takes nothing. */
  readonly maxWaitingBytes: number;
  /** Called with the number of bytes that had to be given up because too much waits. */
  readonly onOverflow: (bytes: number) => void;
}

/**
 * Appends lines to one process's own files. The file is opened for each batch, not held open: when
 * another window clears the folder, a held file would swallow every later line without a name.
 */
export function createRecordWriter(options: RecordWriterOptions): RecordWriter {
  const { files, directory } = options;
  let name: string | null = null;
  let bytes = 0;
  let waiting: Buffer = Buffer.alloc(0);
  // True when `waiting` begins inside a line whose beginning is already on disk.
  let isCut = false;

  async function open(path: string) {
    try {
      return await files.open(path, 'a', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await files.mkdir(directory, { recursive: true, mode: 0o700 });
      return files.open(path, 'a', 0o600);
    }
  }

  function currentName(): string {
    const isFull = bytes > 0 && bytes + waiting.length > options.maxFileBytes;
    if (name === null || (!isCut && (isFull || options.isStale(name)))) {
      name = options.nextName();
      bytes = 0;
    }
    return name;
  }

  /** Without the line's beginning its end is worthless, and would damage the line after it. */
  function wholeLines(): Buffer {
    return isCut ? waiting.subarray(waiting.indexOf(0x0a) + 1) : waiting;
  }

  return {
    async write(lines) {
      const added = Buffer.from(lines);
      if (waiting.length + added.length <= options.maxWaitingBytes) {
        waiting = Buffer.concat([waiting, added]);
      } else {
        options.onOverflow(added.length);
      }
      if (waiting.length === 0) return;
      const handle = await open(join(directory, currentName()));
      try {
        if (isCut && (await handle.stat()).size === 0) {
          waiting = wholeLines();
          isCut = false;
        }
        while (waiting.length > 0) {
          const { bytesWritten } = await handle.write(waiting);
          isCut = waiting[bytesWritten - 1] !== 0x0a && (bytesWritten > 0 || isCut);
          waiting = waiting.subarray(bytesWritten);
          bytes += bytesWritten;
          if (bytesWritten === 0) throw new Error('The disk took nothing.');
        }
      } finally {
        await handle.close();
      }
    },
    unwritten: () => wholeLines().toString(),
    reset() {
      waiting = Buffer.alloc(0);
      isCut = false;
      name = null;
    },
    fileName: () => name,
  };
}
