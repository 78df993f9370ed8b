import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import { excludeGlob } from '../core/predictor/exclude-glob.ts';
import { learnOrder, MAX_FILE_BYTES, refuseText } from '../core/predictor/file-filter.ts';
import { createLearnQueue } from '../core/predictor/learn-queue.ts';
import type { Predictor } from '../core/predictor/predictor.ts';
import { createAdmission } from './admission.ts';
import { filesInUse } from './files-in-use.ts';

interface FeedProgress {
  readonly files: number;
  readonly tokens: number;
  /** False while files wait to be learned. */
  readonly done: boolean;
}

export interface WorkspaceFeed extends vscode.Disposable {
  progress(): FeedProgress;
}

/** Files that one search may return; more than the index holds in most projects. */
const MAX_FILES = 20_000;
/** Judging thousands of paths is done in slices of this, so that typing is never held up. */
const SLICE_MS = 8;
/** An error may repeat what the workspace holds. */
const MAX_LOGGED_CHARS = 200;
/** An edited document is learned again after this pause; a long one costs more and waits longer. */
const IDLE_MS = 150;
const LONG_DOCUMENT_CHARS = 60_000;
const LONG_IDLE_MS = 2000;

interface QueuedFile {
  readonly uri: vscode.Uri;
  readonly path: string;
  /** Part of the first scan, which stops when the index is full; later changes always count. */
  readonly bulk: boolean;
}

/**
 * Feeds the predictor: open documents first, then the workspace from the files in use outwards, then
 * what changes. Reads through `workspace.fs`, so remote and virtual workspaces work alike. Everything
 * stays in memory. While `enabled()` is false nothing is read and everything is forgotten.
 */
export function createWorkspaceFeed(options: {
  readonly predictor: Predictor;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  enabled(): boolean;
}): WorkspaceFeed {
  const { predictor, clock, log } = options;
  const queue = createLearnQueue<QueuedFile>({ clock, handle: learnFile, onIdle: report });
  const learned = new Set<string>();
  const edits = new Map<string, AbortController>();
  const { admits, load, reset } = createAdmission();
  let running: { readonly stop: AbortController; readonly listeners: vscode.Disposable } | null =
    null;
  /** The scan under way; a newer one replaces it. */
  let scanning: AbortController | null = null;
  let startedAtMs = 0;
  /** The settings were looked at for the first time. */
  let begun = false;
  let disposed = false;

  function learnText(uri: vscode.Uri, languageId: string, text: string): void {
    const key = uri.toString();
    if (refuseText(text) !== null) {
      forget(key);
      return;
    }
    learned.add(key);
    const path = vscode.workspace.asRelativePath(uri, false);
    predictor.learn({ uri: key, path, languageId, text });
  }

  function forget(key: string): void {
    queue.remove(key);
    if (learned.delete(key)) predictor.forget(key);
  }

  /** A deleted or renamed directory is reported once, for all that was in it. */
  function forgetTree(uri: vscode.Uri): void {
    const key = uri.toString();
    forget(key);
    for (const inside of [...learned]) if (inside.startsWith(`${key}/`)) forget(inside);
  }

  function learnOpen(document: vscode.TextDocument): void {
    if (running === null || !admits(document.uri)) return;
    // The text is only copied out when it can be of use.
    const end = document.lineAt(document.lineCount - 1).range.end;
    if (document.offsetAt(end) > MAX_FILE_BYTES) forget(document.uri.toString());
    else learnText(document.uri, document.languageId, document.getText());
  }

  async function learnFile({ uri, bulk }: QueuedFile): Promise<void> {
    const key = uri.toString();
    if (running === null || !admits(uri)) return;
    if (bulk && (learned.has(key) || predictor.stats().full)) return;
    // An open document is newer than its file.
    if (openDocument(key) !== undefined) return;
    const { signal } = running.stop;
    try {
      const stat = await vscode.workspace.fs.stat(uri);
      if ((stat.type & vscode.FileType.File) === 0 || stat.size > MAX_FILE_BYTES) {
        if (!signal.aborted) forget(key);
        return;
      }
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (signal.aborted || openDocument(key) !== undefined) return;
      learnText(uri, '', new TextDecoder().decode(bytes));
    } catch {
      // Gone or unreadable between the listing and now: there is nothing to learn.
      if (!signal.aborted) forget(key);
    }
  }

  function enqueue(uri: vscode.Uri, bulk: boolean): void {
    const path = vscode.workspace.asRelativePath(uri, false);
    queue.add(uri.toString(), { uri, path, bulk });
  }

  async function relearnWhenIdle(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    edits.get(key)?.abort();
    const pause = new AbortController();
    edits.set(key, pause);
    const end = document.lineAt(document.lineCount - 1).range.end;
    const long = document.offsetAt(end) > LONG_DOCUMENT_CHARS;
    await clock.sleep(long ? LONG_IDLE_MS : IDLE_MS, pause.signal);
    if (pause.signal.aborted) return;
    edits.delete(key);
    if (!document.isClosed) learnOpen(document);
  }

  /** Those that may be learned; incomplete once the signal is aborted. */
  async function admitted(uris: readonly vscode.Uri[], signal: AbortSignal): Promise<vscode.Uri[]> {
    const found: vscode.Uri[] = [];
    let sliceEndMs = clock.nowMs() + SLICE_MS;
    for (const uri of uris) {
      if (admits(uri)) found.push(uri);
      if (clock.nowMs() < sliceEndMs) continue;
      await clock.sleep(0);
      if (signal.aborted) break;
      sliceEndMs = clock.nowMs() + SLICE_MS;
    }
    return found;
  }

  /** Lists the workspace and queues it, nearest first. */
  async function scan(signal: AbortSignal): Promise<void> {
    const exclude = excludeGlob(
      vscode.workspace.getConfiguration('files').get('exclude'),
      vscode.workspace.getConfiguration('search').get('exclude'),
    );
    await load(exclude, signal);
    if (signal.aborted) return;
    const before = [...learned].map((key) => vscode.Uri.parse(key));
    const still = new Set(await admitted(before, signal));
    if (signal.aborted) return;
    for (const uri of before) if (!still.has(uri)) forget(uri.toString());

    const inUse = filesInUse();
    for (const document of inUse.documents) {
      learnOpen(document);
      // One document per turn: each may be long.
      await clock.sleep(0);
      if (signal.aborted) return;
    }
    const uris = await vscode.workspace.findFiles('**/*', exclude, MAX_FILES);
    if (signal.aborted) return;
    const wanted = await admitted([...inUse.tabs, ...uris], signal);
    if (signal.aborted) return;
    const files = wanted.map((uri) => ({
      uri,
      path: vscode.workspace.asRelativePath(uri, false),
    }));
    for (const { uri } of learnOrder(files, inUse.paths)) enqueue(uri, true);
  }

  function start(): void {
    const stop = new AbortController();
    startedAtMs = clock.nowMs();
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const changed = (uri: vscode.Uri): void => {
      if (uri.path.endsWith('/.gitignore')) void rescan();
      else if (admits(uri)) enqueue(uri, false);
    };
    const listeners = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidChange(changed),
      watcher.onDidDelete(forgetTree),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          forgetTree(oldUri);
          changed(newUri);
        }
      }),
      vscode.workspace.onDidOpenTextDocument(learnOpen),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && admits(document.uri)) void relearnWhenIdle(document);
      }),
      vscode.workspace.onDidSaveTextDocument(learnOpen),
      vscode.workspace.onDidCloseTextDocument((document) => {
        // What was not saved is gone; the file, if there is one, is read again.
        if (document.uri.scheme === 'untitled') forget(document.uri.toString());
        else if (learned.has(document.uri.toString())) enqueue(document.uri, false);
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void rescan()),
    );
    running = { stop, listeners };
    void rescan();
  }

  async function rescan(): Promise<void> {
    if (running === null) return;
    scanning?.abort();
    const mine = new AbortController();
    scanning = mine;
    try {
      await scan(mine.signal);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      log(`The workspace could not be listed: ${words.slice(0, MAX_LOGGED_CHARS)}`);
    }
    if (scanning === mine) scanning = null;
  }

  function stop(): void {
    running?.stop.abort();
    running?.listeners.dispose();
    running = null;
    scanning?.abort();
    queue.clear();
    for (const pause of edits.values()) pause.abort();
    edits.clear();
    learned.clear();
    reset();
    predictor.clear();
  }

  function report(): void {
    if (running === null) return;
    const { files, tokens, bytes } = predictor.stats();
    const seconds = ((clock.nowMs() - startedAtMs) / 1000).toFixed(1);
    log(`Learned ${files} files, ${tokens} tokens, ${Math.round(bytes / 1e6)} MB by ${seconds} s.`);
  }

  async function follow(): Promise<void> {
    // The reader of the settings may hear of the change after us.
    await clock.sleep(0);
    if (disposed) return;
    begun = true;
    const enabled = options.enabled();
    if (enabled && running === null) start();
    else if (!enabled && running !== null) stop();
  }

  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('firstToken')) void follow();
    if (['files.exclude', 'search.exclude'].some((key) => event.affectsConfiguration(key))) {
      void rescan();
    }
  });
  void follow();

  return {
    progress() {
      const { files, tokens } = predictor.stats();
      return { files, tokens, done: begun && scanning === null && queue.idle };
    },
    dispose() {
      disposed = true;
      settings.dispose();
      stop();
    },
  };
}

function openDocument(key: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}
