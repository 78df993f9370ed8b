import type { ModelSummary, Share } from '../protocol.ts';
import { wholeMs } from './whole-ms.ts';

/** What the status bar item says. `icon` is a codicon name. */
export interface StatusLine {
  readonly icon: string;
  readonly text: string;
  /** Reserved for what the person must fix; a slow sample is never a background. */
  readonly background: 'none' | 'warning' | 'error';
  /** One spoken sentence. */
  readonly label: string;
}

export interface StatusInput {
  readonly enabled: boolean;
  /** `Measure Models` is running, and completions wait for it. */
  readonly measuring: boolean;
  /** Minutes left of a pause, or null. */
  readonly pausedMinutes: number | null;
  /** The active editor's language when First Token is off for it. */
  readonly offForLanguage: string | null;
  readonly budgetMs: number;
  /** The default model; null when there is none but the predictor. */
  readonly model: Pick<ModelSummary, 'id' | 'state' | 'last' | 'inTime'> | null;
  /** Its latest answer in this window, keystroke to first token of it; null before the first. */
  readonly liveFromKeyMs: number | null;
  /** True when its key is missing or was refused. */
  readonly keyRefused: boolean;
  /** Wrong settings: shown by the icon, told in the tooltip. */
  readonly hasProblems: boolean;
}

/** The states in the order in which they matter to the person; the first that holds is shown. */
export function statusLine(input: StatusInput): StatusLine {
  const say = (
    icon: string,
    text: string,
    sentence: string,
    background: StatusLine['background'] = 'none',
  ): StatusLine => ({
    icon,
    text,
    background,
    label: `First Token. ${sentence} Activate to choose a model.`,
  });

  if (input.measuring) {
    return say('beaker', 'measuring', 'Measuring models. Completions pause until it ends.');
  }
  if (!input.enabled) return say('circle-slash', 'off', 'Switched off.');
  if (input.pausedMinutes !== null) {
    return say(
      'debug-pause',
      `${input.pausedMinutes} min`,
      `Paused for ${minutes(input.pausedMinutes)}.`,
    );
  }
  if (input.offForLanguage !== null) {
    const name = input.offForLanguage;
    return say('circle-slash', `off for ${name}`, `Off for ${name}.`);
  }
  const { model } = input;
  const calm = input.hasProblems ? 'warning' : 'zap';
  if (model === null) {
    const trouble = input.hasProblems ? ' A setting is wrong.' : '';
    return say(calm, 'built-in', `Only the built-in predictor is running.${trouble}`);
  }
  if (input.keyRefused) {
    return say('error', `${model.id} key`, `${model.id} needs a new API key.`, 'error');
  }
  if (model.state === 'failing') {
    return say('warning', `${model.id} down`, `${model.id} does not answer.`, 'warning');
  }
  const fromKeyMs = input.liveFromKeyMs ?? model.last?.fromKeyMs ?? null;
  if (fromKeyMs === null) {
    return say(calm, model.id, `${model.id} is the default model, nothing measured yet.`);
  }
  const ms = wholeMs(fromKeyMs);
  const late = fromKeyMs > input.budgetMs;
  const against = `${late ? 'late' : 'in time'} against ${input.budgetMs}.`;
  const sentence = `${model.id}, last answer ${ms} milliseconds, ${against}${shareSentence(model.inTime)}`;
  return late
    ? say('watch', `${model.id} ${ms} ms late`, sentence)
    : say(calm, `${model.id} ${ms} ms`, sentence);
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`;
}

function shareSentence(share: Share | null): string {
  return share === null ? '' : ` ${Math.round(share.value * 100)} percent in time.`;
}
