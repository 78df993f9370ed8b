import { extensions } from 'vscode';
import type { FirstTokenApi } from '../../src/extension.ts';

interface Observer {
  readonly fetch: unknown;
  readonly dispatchers: readonly unknown[];
  /** What VS Code says to a call of proposed API; null when it allows it. */
  readonly proposedApiRefusal: string | null;
}

/** Activates the installed extension, as its activation event does, and returns its API. */
export async function activateExtension(): Promise<FirstTokenApi> {
  const extension = extensions.getExtension<FirstTokenApi>('first-token.first-token');
  if (extension === undefined) throw new Error('The extension is not installed.');
  return extension.activate();
}

/** The extension host's globals as they were before the extension was activated. */
export async function readObserver(): Promise<Observer> {
  const observer = extensions.getExtension<Observer>('first-token-tests.observer');
  if (observer === undefined) throw new Error('The observer is not installed.');
  return observer.activate();
}
