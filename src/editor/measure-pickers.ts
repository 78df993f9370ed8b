import * as vscode from 'vscode';
import { pickerDescription } from '../core/measure/picker-words.ts';
import type { ModelSummary } from '../core/protocol.ts';
import { plainWords } from './plain-words.ts';

/** Prompt and answer lengths in tokens. */
export interface Lengths {
  readonly promptTokens: readonly number[];
  readonly outputTokens: readonly number[];
}

const TITLE = 'Measure Models';

/** Which models to measure: their ids, none when the person thought better of it. */
export async function pickMeasured(models: readonly ModelSummary[]): Promise<readonly string[]> {
  const items = models.map((model) => ({
    id: model.id,
    label: plainWords(model.id),
    description: pickerDescription(model),
    ...(model.fault === null ? {} : { detail: `$(error) ${plainWords(model.fault.message)}` }),
    // One that fails now would only cost time.
    picked: model.fault === null,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: 'Which models?',
    canPickMany: true,
  });
  return (picked ?? []).map(({ id }) => id);
}

const PROMPTS = [
  [512, '0.5k', 'a small file', true],
  [2048, '2k', 'what is sent while you type', true],
  [8192, '8k', 'several files', true],
  [16_384, '16k', 'takes minutes on a laptop', false],
  [32_768, '32k', 'takes many minutes on a laptop', false],
] as const;
const ANSWERS = [
  [32, 'a line or two, as while you type'],
  [512, 'long enough to see the rate fall'],
] as const;

type LengthItem = vscode.QuickPickItem & Partial<Lengths>;

/** How large; null when the person thought better of it or left one of the two open. */
export async function pickLengths(): Promise<Lengths | null> {
  const separator = (label: string): LengthItem => ({
    label,
    kind: vscode.QuickPickItemKind.Separator,
  });
  const items: readonly LengthItem[] = [
    separator('prompts'),
    ...PROMPTS.map(([tokens, name, description, picked]) => ({
      label: `Prompts of ${name} tokens`,
      description,
      picked,
      promptTokens: [tokens],
    })),
    separator('answers'),
    ...ANSWERS.map(([tokens, description]) => ({
      label: `Answers of ${tokens} tokens`,
      description,
      picked: true,
      outputTokens: [tokens],
    })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: 'How long? Each prompt is sent twice',
    canPickMany: true,
  });
  if (picked === undefined) return null;
  const promptTokens = picked.flatMap((item) => item.promptTokens ?? []);
  const outputTokens = picked.flatMap((item) => item.outputTokens ?? []);
  if (promptTokens.length > 0 && outputTokens.length > 0) return { promptTokens, outputTokens };
  void vscode.window.showInformationMessage(
    'Nothing was measured: it takes at least one length of prompts and one of answers.',
  );
  return null;
}

/** A set of models with what measuring them costs, in words. */
export interface Offer {
  readonly models: readonly string[];
  readonly cost: { readonly requests: string; readonly tokens: string };
}

/** The last step before anything is sent: the price of all, and of each alone. */
export async function confirmCost(all: Offer, each: readonly Offer[]): Promise<Offer | null> {
  const count = all.models.length;
  type Item = vscode.QuickPickItem & { readonly offer?: Offer };
  const items: Item[] = [
    {
      label: `$(beaker) Measure ${count === 1 ? '1 model' : `${count} models`}: ${all.cost.requests}`,
      // Below, because the list is too narrow for all of it in one line.
      detail: `Takes ${all.cost.tokens}.`,
      offer: all,
    },
  ];
  if (count > 1) {
    items.push(
      { label: 'one alone', kind: vscode.QuickPickItemKind.Separator },
      ...each.map((offer) => ({
        label: `Only ${plainWords(offer.models.join(', '))}`,
        description: `${offer.cost.requests}, ${offer.cost.tokens}`,
        offer,
      })),
    );
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: 'One request at a time. Completions pause until it ends',
  });
  return picked?.offer ?? null;
}
