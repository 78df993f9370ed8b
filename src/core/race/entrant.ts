import type { CompletionModel } from '../model.ts';

/** A model as the race may use it. */
export interface Entrant {
  readonly model: CompletionModel;
  /** Give up when no answer text has come after this long. */
  readonly timeoutMs: number;
  /** The most of a request that goes into this model's prompt, characters; all of it when absent. */
  readonly maxPromptChars?: number;
  /** False while the model cools down after faults. */
  available(): boolean;
}
