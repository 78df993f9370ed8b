import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import type { JournalRecord } from '../core/record.ts';
import { createJournal } from '../history/journal.ts';
import type { Log } from './log.ts';
import type { SettingsReader } from './settings.ts';

/** The records on disk, under the extension's own storage, shared by all windows. */
export interface Records extends vscode.Disposable {
  append(record: JournalRecord): void;
  /** Oldest first. */
  load(): Promise<readonly JournalRecord[]>;
  clear(): Promise<void>;
  /** Sentences for the person; empty while all is well. */
  readonly problems: readonly string[];
}

export function createRecords(options: {
  readonly context: vscode.ExtensionContext;
  readonly clock: Clock;
  readonly settings: SettingsReader;
  readonly log: Log;
}): Records {
  const problems = new Set<string>();
  const journal = createJournal({
    directory: vscode.Uri.joinPath(options.context.globalStorageUri, 'records').fsPath,
    clock: options.clock,
    keepDays: options.settings.current.keepDays,
    onProblem: (sentence) => {
      problems.add(sentence);
      options.log.warn(sentence);
    },
  });
  return {
    append: (record) => journal.append(record),
    load: () => journal.read(),
    clear: async () => {
      await journal.clear();
      problems.clear();
    },
    get problems() {
      return [...problems];
    },
    dispose: () => void journal.dispose(),
  };
}
