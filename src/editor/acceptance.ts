import * as vscode from 'vscode';
import { ACCEPTED_COMMAND } from '../core/commands.ts';
import type { Predictor } from '../core/predictor/predictor.ts';
import type { Completer } from '../core/race/completer.ts';

/** Travels with the shown item and comes back when the person accepts it. */
export interface Accepted {
  readonly raceId: string;
  readonly modelId: string;
  readonly text: string;
  /** Probability that the predictor gave its own text; null for models. */
  readonly confidence: number | null;
}

/** Tells the predictor whether it was right, in the language that is being written. */
export function createFeedback(
  predictor: Predictor,
): (accepted: boolean, confidence: number | null) => void {
  return (accepted, confidence) => {
    const languageId = vscode.window.activeTextEditor?.document.languageId;
    if (confidence === null || languageId === undefined) return;
    predictor.feedback(languageId, accepted, confidence);
  };
}

/** The command that each item carries: the editor runs it after the acceptance. */
export function registerAcceptance(
  completer: Completer,
  feedback: ReturnType<typeof createFeedback>,
): vscode.Disposable {
  return vscode.commands.registerCommand(ACCEPTED_COMMAND, (argument: unknown) => {
    if (!isAccepted(argument)) return;
    completer.accepted(argument);
    feedback(true, argument.confidence);
  });
}

/** The command is internal, but any extension may execute it. */
function isAccepted(argument: unknown): argument is Accepted {
  if (typeof argument !== 'object' || argument === null) return false;
  const { raceId, modelId, text, confidence } = argument as Record<string, unknown>;
  return (
    typeof raceId === 'string' &&
    typeof modelId === 'string' &&
    typeof text === 'string' &&
    (confidence === null || typeof confidence === 'number')
  );
}
