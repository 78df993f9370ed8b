import * as vscode from 'vscode';

/**
 * API keys, each bound to one origin (`https://host:port`): a changed endpoint never receives the key
 * of another. They live in the editor's secret storage only; the copy in memory spares the keystroke
 * an IPC round trip.
 */
export interface Secrets extends vscode.Disposable {
  get(origin: string): Promise<string | undefined>;
  set(origin: string, key: string): Promise<void>;
  remove(origin: string): Promise<void>;
  /** Fires when a key was set or removed, here or in another window. */
  readonly onDidChange: vscode.Event<void>;
}

const PREFIX = 'apiKey:';

export function createSecrets(storage: vscode.SecretStorage): Secrets {
  const cache = new Map<string, Promise<string | undefined>>();
  const changed = new vscode.EventEmitter<void>();
  const listener = storage.onDidChange(({ key }) => {
    if (!key.startsWith(PREFIX)) return;
    cache.delete(key.slice(PREFIX.length));
    changed.fire();
  });
  return {
    get(origin) {
      let key = cache.get(origin);
      if (key === undefined) {
        key = Promise.resolve(storage.get(PREFIX + origin)).catch(() => {
          cache.delete(origin);
          return undefined;
        });
        cache.set(origin, key);
      }
      return key;
    },
    set: async (origin, key) => storage.store(PREFIX + origin, key),
    remove: async (origin) => storage.delete(PREFIX + origin),
    onDidChange: changed.event,
    dispose: () => {
      listener.dispose();
      changed.dispose();
      cache.clear();
    },
  };
}
