import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import type { JournalRecord } from '../core/record.ts';
import { createJournal, type Journal } from '../history/journal.ts';
import type { Log } from './log.ts';
import type { SettingsReader } from './settings.ts';

/** The records on disk, under the extension's own storage, shared by all windows. */
export interface Records {
  append(record: JournalRecord): void;
  /** Oldest first; with a limit the newest of them. */
  load(limit?: number): Promise<readonly JournalRecord[]>;
  clear(): Promise<void>;
  /** Sentences for the person; empty while all is well. */
  readonly problems: readonly string[];
  /** Writes what still waits. The window waits for it while it closes. */
  close(): Promise<void>;
}

export function createRecords(options: {
  readonly context: vscode.ExtensionContext;
  readonly clock: Clock;
  readonly settings: SettingsReader;
  readonly log: Log;
}): Records {
  const { settings } = options;
  const problems = new Set<string>();
  const open = (keepDays: number): Journal =>
    createJournal({
      directory: vscode.Uri.joinPath(options.context.globalStorageUri, 'records').fsPath,
      clock: options.clock,
      keepDays,
      onProblem: (sentence) => {
        problems.add(sentence);
        options.log.warn(sentence);
      },
    });
  let { keepDays } = settings.current;
  let journal = open(keepDays);
  const listener = settings.onDidChange(() => {
    if (settings.current.keepDays === keepDays) return;
    keepDays = settings.current.keepDays;
    void journal.dispose();
    journal = open(keepDays);
  });
  return {
    append: (record) => journal.append(record),
    load: (limit) => journal.read(limit === undefined ? {} : { limit }),
    clear: async () => {
      await journal.clear();
      problems.clear();
    },
    get problems() {
      return [...problems];
    },
    close: async () => {
      listener.dispose();
      await journal.dispose();
    },
  };
}
