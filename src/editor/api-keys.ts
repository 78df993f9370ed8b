import * as vscode from 'vscode';
import type { Settings } from '../core/settings.ts';
import type { RosterModel } from '../models/roster.ts';
import { plainWords } from './plain-words.ts';
import type { Secrets } from './secrets.ts';

/** Whoever is reached with a key: a model, or the collector of metrics. */
type KeyHolder = Pick<RosterModel, 'id' | 'origin'>;

/** Whoever may need a key: the models, and the collector of metrics if there is one. */
export function keyHolders(
  models: readonly RosterModel[],
  { endpoint }: Settings['telemetry'],
): readonly KeyHolder[] {
  if (endpoint === '') return models;
  return [...models, { id: 'telemetry collector', origin: new URL(endpoint).origin }];
}

/** Stores a key for the endpoint of a model. The key is typed into a password box and never shown. */
export async function setApiKey(
  secrets: Secrets,
  holders: readonly KeyHolder[],
  modelId?: string,
): Promise<void> {
  const endpoints = endpointsOf(holders);
  const named = holders.find((holder) => holder.id === modelId)?.origin ?? null;
  if (named === null && endpoints.size === 0) {
    void vscode.window.showInformationMessage(
      'No model is set up yet. Add one to firstToken.models first: a key belongs to its endpoint.',
    );
    return;
  }
  const origin = named ?? (await pickEndpoint('Set API Key', endpoints, secrets));
  if (origin === null) return;
  const key = await vscode.window.showInputBox({
    title: plainWords(`API Key for ${origin}`),
    prompt: plainWords(`Stored in the editor's secret storage and sent to ${origin} only.`),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) =>
      /^[\x21-\x7e]+$/.test(value.trim())
        ? null
        : 'A key has letters, digits and marks, no spaces.',
  });
  if (key === undefined) return;
  await secrets.set(origin, key.trim());
  void vscode.window.showInformationMessage(plainWords(`The API key for ${origin} is stored.`));
}

/** Removes the key of one of the endpoints that have one. */
export async function removeApiKey(secrets: Secrets, holders: readonly KeyHolder[]): Promise<void> {
  const endpoints = new Map<string, readonly string[]>();
  for (const [origin, ids] of endpointsOf(holders)) {
    if ((await secrets.get(origin)) !== undefined) endpoints.set(origin, ids);
  }
  if (endpoints.size === 0) {
    void vscode.window.showInformationMessage('No API key is stored for any of your endpoints.');
    return;
  }
  const origin = await pickEndpoint('Remove API Key', endpoints, secrets);
  if (origin === null) return;
  await secrets.remove(origin);
  void vscode.window.showInformationMessage(plainWords(`The API key for ${origin} is removed.`));
}

/** The ids of those at each endpoint. */
function endpointsOf(holders: readonly KeyHolder[]): Map<string, readonly string[]> {
  const endpoints = new Map<string, readonly string[]>();
  for (const { id, origin } of holders) {
    if (origin !== null) endpoints.set(origin, [...(endpoints.get(origin) ?? []), id]);
  }
  return endpoints;
}

async function pickEndpoint(
  title: string,
  endpoints: ReadonlyMap<string, readonly string[]>,
  secrets: Secrets,
): Promise<string | null> {
  const items = await Promise.all(
    [...endpoints].map(async ([origin, ids]) => ({
      label: origin,
      description: plainWords(ids.join(', ')),
      ...((await secrets.get(origin)) === undefined ? {} : { detail: '$(key) A key is stored.' }),
    })),
  );
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: 'A key is stored for one endpoint and sent to no other',
  });
  return picked?.label ?? null;
}
