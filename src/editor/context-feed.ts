import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import { excludeGlob } from '../core/predictor/exclude-glob.ts';
import { MAX_FILE_BYTES, refuseText } from '../core/predictor/file-filter.ts';
import { createContextBook } from '../core/prompt/context-book.ts';
import { snippetLines, snippetText } from '../core/prompt/snippet-around.ts';
import type { ContextFile } from '../core/request.ts';
import { createAdmission } from './admission.ts';
import { readImports } from './read-imports.ts';

/** Collects what models are told of other files. */
export interface ContextFeed extends vscode.Disposable {
  /** The pieces for this document's prompts; undefined while nothing may be taken from other files. */
  of(document: vscode.TextDocument): readonly ContextFile[] | undefined;
}

/** As long as llama.vim waits: the writer reads, and the next prompt may be read anew without being late. */
const PAUSE_MS = 3000;

interface Place {
  readonly document: vscode.TextDocument;
  readonly line: number;
}

/**
 * Takes a snippet where the person leaves a file and where they pause, and the beginnings of the files
 * that the current one imports. What a document's prompts hold changes only when the person comes to
 * it or pauses in it. While `enabled()` is false nothing is read and everything is forgotten; and
 * nothing is taken before the ignore rules of the workspace are known.
 */
export function createContextFeed(options: {
  readonly clock: Clock;
  readonly enabled: () => boolean;
  /** Whether First Token is on for this document: nothing is taken from where it is off. */
  readonly isOn: (document: vscode.TextDocument) => boolean;
  /** Anything that `enabled` depends on has changed. */
  readonly onDidChange: vscode.Event<void>;
}): ContextFeed {
  const { clock } = options;
  const book = createContextBook();
  const { admits, load, reset } = createAdmission();
  /** The listeners while it runs. */
  let running: vscode.Disposable | null = null;
  let rulesKnown = false;
  let loading = new AbortController();
  let pause = new AbortController();
  let reading = new AbortController();
  let here: Place | null = null;
  /** Counts edits, so that what was read meanwhile waits for a pause. */
  let edits = 0;

  const pathOf = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri, false);

  function mayTake(uri: vscode.Uri): boolean {
    if (!rulesKnown || vscode.workspace.getWorkspaceFolder(uri) === undefined) return false;
    const key = uri.toString();
    const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === key);
    return admits(uri) && (open === undefined || options.isOn(open));
  }

  function refresh({ uri, languageId }: vscode.TextDocument): void {
    book.refresh({ uri: uri.toString(), path: pathOf(uri), languageId });
  }

  function take({ document, line }: Place): void {
    if (document.isClosed || !mayTake(document.uri)) return;
    const end = document.lineAt(document.lineCount - 1).range.end;
    if (document.offsetAt(end) > MAX_FILE_BYTES || refuseText(document.getText()) !== null) {
      book.forget(pathOf(document.uri));
      return;
    }
    const lines = snippetLines(line, document.lineCount);
    const text = Array.from(
      { length: lines.end - lines.first },
      (_, at) => document.lineAt(lines.first + at).text,
    );
    const snippet = snippetText(text, line - lines.first);
    book.add({ path: pathOf(document.uri), languageId: document.languageId, text: snippet });
  }

  /** Applied at once unless the person has typed since, else at the next pause. */
  async function followImports(document: vscode.TextDocument): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    if (!mayTake(document.uri)) return;
    const before = edits;
    const files = await readImports(document, mayTake, signal);
    if (signal.aborted) return;
    book.setImports(document.uri.toString(), files);
    if (edits === before) refresh(document);
  }

  function enter(editor: vscode.TextEditor | undefined): void {
    if (here !== null && here.document !== editor?.document) take(here);
    pause.abort();
    here =
      editor === undefined
        ? null
        : { document: editor.document, line: editor.selection.active.line };
    if (here === null) return;
    refresh(here.document);
    void followImports(here.document);
  }

  async function edited(document: vscode.TextDocument): Promise<void> {
    edits += 1;
    pause.abort();
    pause = new AbortController();
    const { signal } = pause;
    await clock.sleep(PAUSE_MS, signal);
    if (signal.aborted || here?.document !== document) return;
    take(here);
    refresh(document);
    await followImports(document);
  }

  /** The rules first: what they exclude is never looked at. */
  async function loadRules(): Promise<void> {
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    rulesKnown = false;
    book.clear();
    const exclude = excludeGlob(vscode.workspace.getConfiguration('files').get('exclude'));
    try {
      await load(exclude, signal);
    } catch {
      // Without the rules nothing may be taken; the current file alone is a whole prompt.
      return;
    }
    if (signal.aborted) return;
    rulesKnown = true;
    enter(vscode.window.activeTextEditor);
  }

  function start(): void {
    const ignoreFiles = vscode.workspace.createFileSystemWatcher('**/.gitignore');
    const reload = () => void loadRules();
    const forget = (uris: readonly vscode.Uri[]): void => {
      for (const uri of uris) book.forget(pathOf(uri));
    };
    running = vscode.Disposable.from(
      ignoreFiles,
      ignoreFiles.onDidCreate(reload),
      ignoreFiles.onDidChange(reload),
      ignoreFiles.onDidDelete(reload),
      vscode.workspace.onDidChangeWorkspaceFolders(reload),
      vscode.workspace.onDidDeleteFiles(({ files }) => forget(files)),
      vscode.workspace.onDidRenameFiles(({ files }) => forget(files.map(({ oldUri }) => oldUri))),
      vscode.window.onDidChangeActiveTextEditor(enter),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const { document } = textEditor;
        if (here?.document === document) here = { document, line: selections[0]?.active.line ?? 0 };
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && here?.document === document) void edited(document);
      }),
    );
    void loadRules();
  }

  function stop(): void {
    running?.dispose();
    running = null;
    for (const work of [loading, pause, reading]) work.abort();
    rulesKnown = false;
    here = null;
    reset();
    book.clear();
  }

  function follow(): void {
    const enabled = options.enabled();
    if (enabled && running === null) start();
    else if (!enabled && running !== null) stop();
  }

  const settings = options.onDidChange(follow);
  follow();

  return {
    of: ({ uri }) => (running === null ? undefined : book.of(uri.toString())),
    dispose() {
      settings.dispose();
      stop();
    },
  };
}
