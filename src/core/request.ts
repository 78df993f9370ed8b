/** What asked for a completion: typing, or the person's explicit command. */
export type Trigger = 'automatic' | 'invoke';

/** A piece of another file of the workspace, for models whose prompt has a place for it. */
export interface ContextFile {
  /** Workspace-relative, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** What the document imports keeps its place before what was looked at or edited lately. */
  readonly kind: 'import' | 'recent';
}

/**
 * One position in one document, as every model sees it. Built once per keystroke; adapters turn it
 * into their wire format. Holds code, so it is never logged, recorded or exported.
 */
export interface CompletionRequest {
  /** Identifies the document within this window only. */
  readonly documentUri: string;
  /** The editor's language id, for example `typescript`. */
  readonly languageId: string;
  /** Workspace-relative path with forward slashes, for prompt headers and locality. */
  readonly path: string;
  /**
   * The text before the cursor, as much as the model with the largest budget may want: each cuts its
   * own window out of it (prompt/prompt-window). Starts on a line boundary that moves in steps.
   */
  readonly prefix: string;
  /** Number of the line that the prefix starts in; 0 when absent. Windows move in steps of lines. */
  readonly prefixLine?: number;
  /** The text after the cursor, cut at a line boundary. */
  readonly suffix: string;
  /**
   * From other files, in an order that stays while the person types. Absent when switched off; empty
   * when there is nothing yet, so that the other windows keep their size once something comes.
   */
  readonly context?: readonly ContextFile[];
  /** In a notebook, the text of the other cells: models see it around the cell's own. */
  readonly cells?: { readonly before: string; readonly after: string } | undefined;
  readonly trigger: Trigger;
  /** True where a block of several lines may be offered; false asks for the rest of one line. */
  readonly multiline: boolean;
  /** The longest answer in tokens, where it is not the model's own limit: for measuring. */
  readonly maxTokens?: number;
  /** Sent whole, whatever budget the model has for typing: its size is what is to be measured. */
  readonly uncut?: boolean;
  /** Monotonic time of the document change that led here. The budget runs from this moment. */
  readonly keystrokeAtMs: number;
}
