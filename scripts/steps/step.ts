import { messageOf } from '../lib/run-main.ts';

/** What a step of `npm test` found. */
export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A few words beside the result: a size, or why something was skipped. */
  readonly note?: string;
  /** Shown in full when something failed. */
  readonly output?: string;
}

export interface Step {
  /** For --only. */
  readonly name: string;
  /** What is being checked, in words. */
  readonly title: string;
  run(): Promise<StepResult>;
}

/** A step that is one check: it passes unless `check` throws. Returns the words beside the result. */
export function singleCheck(
  name: string,
  title: string,
  check: () => Promise<string | undefined>,
): Step {
  return {
    name,
    title,
    async run() {
      try {
        const note = await check();
        return { passed: 1, failed: 0, skipped: 0, ...(note === undefined ? {} : { note }) };
      } catch (error) {
        return { passed: 0, failed: 1, skipped: 0, output: messageOf(error) };
      }
    },
  };
}
