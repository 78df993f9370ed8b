import { widestPhase } from '../core/measure/widest-phase.ts';
import type { ModelSummary, PanelAction } from '../core/protocol.ts';
import { count, percent, shortTime, tableMs, textMs } from './format.ts';
import { modelSegments } from './model-segments.ts';
import { remoteText } from './remote-text.ts';
import { segmentSpoken } from './segment-words.ts';

export interface ModelNote {
  readonly icon: 'error' | 'warning' | null;
  readonly lead: string | null;
  readonly where: string | null;
  /** What to do about it; null when there is nothing to do. */
  readonly advice: string | null;
}

const QUIET: ModelNote = { icon: null, lead: null, where: null, advice: null };

/** The last line of a model's row: where its time goes and what to do about it, or its fault. */
export function modelNote(
  model: ModelSummary,
  context: {
    readonly budgetMs: number;
    readonly recommended: string | null;
    readonly needsKey: boolean;
  },
): ModelNote {
  const down = model.state === 'failing' || model.state === 'misconfigured';
  if (down) return faultNote(model, context.needsKey);
  if (model.provider === 'embedded') {
    const share = model.inTime;
    const often =
      share === null || share.n === 0
        ? ''
        : `: ${percent(share.value)} % of the times it is asked afresh`;
    return { ...QUIET, lead: `Speaks only when sure${often}. Always on.` };
  }
  if (model.requests === 0) return { ...QUIET, lead: 'Not asked yet.' };

  const recommended = model.id === context.recommended;
  const replaceable = model.isDefault && context.recommended !== null && !recommended;
  const lateMedian = model.fromKey.p50Ms !== null && model.fromKey.p50Ms > context.budgetMs;
  // A queue is the server's load, not the model's speed: choosing a faster model would not shorten it.
  const queues = lateMedian && widestPhase(model)?.name === 'queue';
  return {
    icon: lateMedian || replaceable ? 'warning' : null,
    lead: recommended ? 'Recommended' : null,
    where: whereWords(model),
    advice: queues
      ? 'add a replica, or let another model cover while it is loaded'
      : replaceable
        ? 'choose another default'
        : null,
  };
}

function faultNote(model: ModelSummary, needsKey: boolean): ModelNote {
  const fault = model.fault;
  if (fault === null) return { ...QUIET, icon: 'error', lead: 'No answer.' };
  const message = remoteText(fault.message, 240).replace(/[…\s]+$/, '');
  return {
    icon: 'error',
    lead: `${message}${/[.?!]$/.test(message) ? '' : '.'} Since ${shortTime(fault.since)}.`,
    where: null,
    advice: needsKey
      ? 'set a new key'
      : model.isDefault
        ? 'choose another default, or correct the setting'
        : null,
  };
}

/** For example `prefill, 88 of 119 ms`, `queue, 2.0 of 2.3 s, estimated ± 90 ms`. */
function whereWords(model: ModelSummary): string | null {
  const widest = widestPhase(model);
  if (widest === null || model.segments === null) return null;
  const wholeMs = model.segments.reduce((sum, { ms }) => sum + ms, 0);
  const name = {
    wait: 'waiting before the send',
    connect: 'connecting',
    network: 'network',
    queue: 'queue',
    load: 'loading the model',
    prefill: 'prefill',
    server: 'server, not split into queue and prefill',
  }[widest.name];
  const uncertain = widest.plusMinusMs === null ? '' : ` ± ${textMs(widest.plusMinusMs)}`;
  const how = widest.from === 'estimated' ? `, estimated${uncertain}` : uncertain;
  return `${name}, ${textMs(widest.ms)} of ${textMs(wholeMs)}${how}`;
}

/** The one button of a row. `Default` and `fallback` are text: there is nothing to press. */
export function rowAction(
  model: ModelSummary,
  needsKey: boolean,
): {
  readonly label: string;
  readonly action: PanelAction | null;
} {
  if (model.provider === 'embedded') return { label: 'fallback', action: null };
  if (needsKey) {
    return { label: 'Set Key…', action: { type: 'set-key', model: model.id } };
  }
  if (model.state === 'misconfigured') {
    return { label: 'Open Settings', action: { type: 'open-settings' } };
  }
  if (model.isDefault) return { label: 'Default', action: null };
  return { label: 'Make Default', action: { type: 'set-default', model: model.id } };
}

/** The row's chart in words. */
export function modelSpoken(model: ModelSummary, budgetMs: number): string {
  const name = remoteText(model.id, 80);
  const { p50Ms, p90Ms, n } = model.fromKey;
  if (p50Ms === null) return `${name}: ${emptyPlotWords(model)}.`;
  const side = p50Ms > budgetMs ? 'late' : 'in time';
  const tail = p90Ms === null ? '' : `, p90 ${tableMs(p90Ms)} ms`;
  const segments = modelSegments(model).map(segmentSpoken).join(', ');
  const phases = segments === '' ? '' : `; ${segments}`;
  return `${name}: first token ${tableMs(p50Ms)} ms after the keystroke at the median, ${side} against ${budgetMs}${tail}${phases}; n ${count(n)}.`;
}

/** What stands in the plot where there is no median to draw. */
export function emptyPlotWords(model: ModelSummary): string {
  if (model.state === 'misconfigured') return 'cannot be asked';
  if (model.requests === 0) return 'not asked yet';
  if (model.state === 'failing') return `no first token, n ${count(model.requests)}`;
  if (model.fromKey.n === 0) return `no word yet, n ${count(model.requests)}`;
  return 'mostly stopped before the first token';
}
