import * as vscode from 'vscode';
import { alternativesWords } from '../core/race/alternatives-words.ts';
import type { Answer } from '../core/race/answer.ts';
import { plainWords } from './plain-words.ts';

/** Long enough to cycle through a handful. */
const SHOWN_MS = 10_000;

/** Says in the status bar whose the alternatives are, in the order of cycling. */
export function nameAlternatives(answer: Answer): void {
  const words = alternativesWords(answer);
  if (words !== null) vscode.window.setStatusBarMessage(plainWords(words), SHOWN_MS);
}
