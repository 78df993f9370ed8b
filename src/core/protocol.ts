import type { Provider } from './model.ts';
import type { RaceRecord } from './record.ts';

/**
 * Messages between the panel host and the panel. Versioned: a panel that was kept open across an
 * update and speaks another version asks to be reopened instead of guessing.
 */
export const PROTOCOL_VERSION = 1;

/** A share of keystrokes with its 95 % Wilson interval, 0 to 1, and the sample size. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** Percentiles of a duration in ms. Null where the sample is too small or too censored to say. */
export interface Percentiles {
  readonly p50Ms: number | null;
  readonly p90Ms: number | null;
  /** Requests behind the figure, stopped ones included. */
  readonly n: number;
  /** Of those, stopped before their first token: known only to be "at least". */
  readonly censored: number;
}

export type ModelState = 'ready' | 'unused' | 'failing' | 'misconfigured';

/** The latest fault of a model, in words for the person. */
export interface ModelFault {
  readonly message: string;
  /** Epoch ms of its first occurrence in the current run of failures. */
  readonly since: number;
}

/** Everything that status bar, picker and panel say of one model. */
export interface ModelSummary {
  readonly id: string;
  readonly provider: Provider;
  /** For example `llama-server · 127.0.0.1:8012`. Remote text: escape it. */
  readonly detail: string;
  readonly isDefault: boolean;
  readonly state: ModelState;
  readonly fault: ModelFault | null;
  /** Dispatch to first token: the field's TTFT. */
  readonly ttft: Percentiles;
  /** Keystroke to first token: what the budget judges. */
  readonly fromKey: Percentiles;
  /** Median phases of requests with a first token, ms; they add up to a typical request from the key. */
  readonly phases: {
    readonly waitMs: number;
    readonly connectMs: number;
    readonly firstTokenMs: number;
  } | null;
  /** Median decode rate after the first chunk, tokens per second; null where undefined. */
  readonly tps: number | null;
  /** True when token counts were estimated from characters because the server reported none. */
  readonly tpsEstimated: boolean;
  /** Requests with a first token within the budget of all that could show it; errors count as missed. */
  readonly inTime: Share | null;
  readonly requests: number;
  readonly wins: number;
  readonly errors: number;
  readonly stopped: number;
  /** Answer tokens that nobody was shown. */
  readonly wastedTokens: number;
  readonly wastedEstimated: boolean;
  readonly last: {
    readonly fromKeyMs: number;
    readonly ttftMs: number;
    readonly at: number;
  } | null;
}

export interface PanelSnapshot {
  readonly budgetMs: number;
  readonly policy: 'solo' | 'adaptive' | 'race';
  readonly enabled: boolean;
  readonly models: readonly ModelSummary[];
  /** Newest first, at most 30. */
  readonly races: readonly RaceRecord[];
  readonly totals: {
    readonly keystrokes: number;
    readonly shownInTime: Share | null;
    readonly shownMedianMs: number | null;
    readonly requestsPerShown: number | null;
    readonly wastedShare: number | null;
  };
  readonly problems: readonly {
    readonly severity: 'error' | 'warning' | 'note';
    readonly title: string;
    readonly detail: string;
    readonly action?: PanelAction;
  }[];
  /** Where loopback endpoints are looked up: "this machine" or the remote's name. */
  readonly resolvedOn: string;
}

export type HostMessage =
  | {
      readonly v: typeof PROTOCOL_VERSION;
      readonly type: 'snapshot';
      readonly snapshot: PanelSnapshot;
    }
  | { readonly v: typeof PROTOCOL_VERSION; readonly type: 'loading' };

/** What a button in the panel may ask for; the host validates it and runs the matching command. */
export type PanelAction =
  | { readonly type: 'set-default'; readonly model: string }
  | { readonly type: 'set-key'; readonly model: string }
  | { readonly type: 'select-default' }
  | { readonly type: 'toggle' }
  | { readonly type: 'open-settings' }
  | { readonly type: 'export' }
  | { readonly type: 'clear' };

export type PanelMessage =
  | { readonly v: typeof PROTOCOL_VERSION; readonly type: 'ready' }
  | { readonly v: typeof PROTOCOL_VERSION; readonly type: 'action'; readonly action: PanelAction };
