import type { Clock } from '../core/clock.ts';
import type { ModelEntry } from '../core/settings.ts';
import type { Roster } from '../models/roster.ts';
import type { Transport } from '../models/transport.ts';

/** The models of the settings, built anew whenever settings or keys change. */
export interface Models {
  readonly roster: Roster;
  /** Resolves when the entries are in use. */
  use(entries: readonly ModelEntry[]): Promise<void>;
  dispose(): Promise<void>;
}

const NONE: Roster = { entrants: [], models: [], problems: [] };

/**
 * Loads the HTTP stack only when the first model is configured: with the predictor alone there is no
 * transport at all, and activation stays short.
 */
export function createModels(deps: {
  readonly clock: Clock;
  readonly apiKey: (origin: string) => Promise<string | undefined>;
  /** Whether anything may be computed or sent now. */
  readonly isOn: () => boolean;
}): Models {
  let transport: Transport | null = null;
  let roster = NONE;
  let turn = 0;

  return {
    get roster() {
      return roster;
    },
    async use(entries) {
      turn += 1;
      const mine = turn;
      // At once: nothing may go to an endpoint, or with a key, that the person has just changed.
      roster = NONE;
      if (entries.length === 0) return;
      const { createRoster } = await import('../models/roster.ts');
      const { createTransport } = await import('../models/transport.ts');
      // Settings may have changed again while the code was loading.
      if (mine !== turn) return;
      transport ??= createTransport({ mayOpenAhead: deps.isOn });
      roster = createRoster(entries, { ...deps, transport });
    },
    async dispose() {
      turn += 1;
      roster = NONE;
      await transport?.close();
    },
  };
}
