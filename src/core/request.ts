/** What asked for a completion: typing, or the person's explicit command. */
export type Trigger = 'automatic' | 'invoke';

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
  /** The text before the cursor; starts on a line boundary that moves in steps (see prompt/document-context). */
  readonly prefix: string;
  /** The text after the cursor, cut at a line boundary. */
  readonly suffix: string;
  readonly trigger: Trigger;
  /** True where a block of several lines may be offered; false asks for the rest of one line. */
  readonly multiline: boolean;
  /** The longest answer in tokens, where it is not the model's own limit: for measuring. */
  readonly maxTokens?: number;
  /** Monotonic time of the document change that led here. The budget runs from this moment. */
  readonly keystrokeAtMs: number;
}
