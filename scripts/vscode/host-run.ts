/** A run of a test bundle inside an extension host, with the packed extension installed. */
export interface HostRun {
  /** Bundle that exports `run()`. */
  readonly testsPath: string;
  /** Extension that is loaded beside the one under test. */
  readonly helperExtension: string;
  readonly vsix: string;
  /** Workspace folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** How it ended: 0 when all tests passed; and what was printed, for a failure. */
export interface HostRunResult {
  readonly code: number;
  readonly output: string;
}
