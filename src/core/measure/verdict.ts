import type { ModelSummary, PanelAction, PanelSnapshot } from '../protocol.ts';
import { phaseClause, phaseSentence } from './phase-clause.ts';
import {
  ENOUGH_REQUESTS,
  isDown,
  isJudged,
  isMostlyLate,
  type JudgedModel,
  recommendation,
} from './recommended-model.ts';
import { widestPhase } from './widest-phase.ts';
import { wrongEntries } from './wrong-entries.ts';

/**
 * The one thing to read: which model is slow, and what to do. A verdict is one sentence, or two short
 * ones, and at most one button. It is a pure function of the snapshot, so the same facts always get
 * the same words, and words change only when the facts do.
 */
export interface Verdict {
  readonly kind:
    | 'off'
    | 'no-model'
    | 'built-in-only'
    | 'failing'
    | 'too-few'
    | 'better'
    | 'tie'
    | 'best'
    | 'none-reaches'
    | 'alone';
  readonly sentence: string;
  /** Why the recommended model is quicker; null where the data does not say. */
  readonly reason: string | null;
  /** Id of the recommended model, the default included; null while nothing can be recommended. */
  readonly recommended: string | null;
  readonly button: { readonly label: string; readonly action: PanelAction } | null;
}

/** How remote names and wall-clock times are written; injected so that this file stays pure. */
export interface VerdictWords {
  /** Makes a model id, which is remote text, fit for a sentence. */
  readonly name: (id: string) => string;
  /** Epoch milliseconds to a clock time such as `13:52`. */
  readonly time: (epochMs: number) => string;
}

export function verdict(snapshot: PanelSnapshot, words: VerdictWords): Verdict {
  const { models } = snapshot;
  const { best, awaited } = recommendation(models);
  const base = { reason: null, recommended: best?.id ?? null, button: null };

  if (!snapshot.enabled) {
    return {
      ...base,
      kind: 'off',
      sentence: 'First Token is off. Nothing is computed and nothing is sent.',
      button: { label: 'Turn On', action: { type: 'toggle' } },
    };
  }

  const hosted = models.filter((model) => model.provider !== 'embedded');
  const builtIn = models.find((model) => model.provider === 'embedded');
  if (hosted.length === 0) return withoutModels(base, builtIn, snapshot.problems, words);

  const current = hosted.find((model) => model.isDefault) ?? null;
  const subject = current ?? best ?? mostMeasured(hosted);
  const name = words.name(subject.id);

  if (isDown(subject)) return failing(base, subject, best, builtIn, snapshot.problems, words);
  const verb = hosted.length === 1 ? 'judge' : 'compare';
  if (!isJudged(subject)) return tooFew(base, subject, verb, words);
  if (awaited !== null) return tooFew(base, awaited, verb, words);
  if (best !== null && best.id !== subject.id) {
    return better(base, subject, best, snapshot.resolvedOn, words);
  }

  const share = inHundred(subject.inTime.value);
  const hopeless = isMostlyLate(subject);
  if (hosted.length === 1) {
    return {
      ...base,
      kind: 'alone',
      sentence: hopeless
        ? `${name} is late with its answer for ${inHundred(1 - subject.inTime.value)} in 100 requests.`
        : `${name} starts its answer in time for ${share} in 100 requests.`,
    };
  }
  if (hopeless) {
    return {
      ...base,
      kind: 'none-reaches',
      sentence: `No model reaches ${snapshot.budgetMs} ms here. ${name} comes closest, starting its answer in time for ${share} in 100 requests.`,
    };
  }
  const rival = current === null ? undefined : equallyQuick(hosted, subject);
  if (rival !== undefined) {
    return {
      ...base,
      kind: 'tie',
      sentence: `${name} and ${words.name(rival.id)} are equally quick. Keep ${name}.`,
    };
  }
  return {
    ...base,
    kind: 'best',
    sentence: `${name} starts its answer in time for ${share} in 100 requests. Nothing you have set up is faster.`,
  };
}

type Base = Pick<Verdict, 'reason' | 'recommended' | 'button'>;

/** A model whose lower bound is above the default's, yet not clearly quicker: the tie worth saying. */
function equallyQuick(
  hosted: readonly ModelSummary[],
  subject: JudgedModel,
): ModelSummary | undefined {
  return hosted.find(
    (model) => model.id !== subject.id && isJudged(model) && model.inTime.low > subject.inTime.low,
  );
}

function tooFew(
  base: Base,
  { id, inTime }: ModelSummary,
  verb: 'judge' | 'compare',
  words: VerdictWords,
): Verdict {
  const answers = `${inTime?.n ?? 0} of ${ENOUGH_REQUESTS} answers from ${words.name(id)}`;
  return { ...base, kind: 'too-few', sentence: `Not enough yet to ${verb}: ${answers}.` };
}

function mostMeasured(hosted: readonly ModelSummary[]): ModelSummary {
  return hosted.reduce((top, model) => (model.requests > top.requests ? model : top));
}

function withoutModels(
  base: Base,
  builtIn: ModelSummary | undefined,
  problems: PanelSnapshot['problems'],
  words: VerdictWords,
): Verdict {
  const kind = builtIn === undefined ? 'no-model' : 'built-in-only';
  const running =
    builtIn === undefined ? 'No model is running' : 'Only the built-in predictor is running';
  const wrong = wrongEntries(problems, words.name);
  const label = wrong === null ? 'Add a Model…' : 'Open Settings';
  const button = { label, action: { type: 'open-settings' } } as const;
  if (wrong !== null) return { ...base, kind, sentence: `${running}: ${wrong}.`, button };
  if (builtIn === undefined) return { ...base, kind, sentence: 'No model is set up.', button };
  const share = builtIn.inTime;
  // Of fresh questions to it, not of keystrokes: most keys go along with text that is there already.
  const speaks =
    share !== null && share.n >= ENOUGH_REQUESTS
      ? ` Asked afresh, it speaks in ${inHundred(share.value)} of 100 cases.`
      : '';
  return { ...base, kind, sentence: `${running}.${speaks}`, button };
}

function failing(
  base: Base,
  subject: ModelSummary,
  best: ModelSummary | null,
  builtIn: ModelSummary | undefined,
  problems: PanelSnapshot['problems'],
  words: VerdictWords,
): Verdict {
  const name = words.name(subject.id);
  const fault = subject.fault;
  const since = fault === null ? '' : ` since ${words.time(fault.since)}`;
  const cause = fault === null ? '' : `: ${asClause(fault.message)}`;
  const state =
    subject.state === 'misconfigured'
      ? `${name} cannot be asked${cause}.`
      : `${name} has not answered${since}${cause}.`;
  const cover =
    best !== null
      ? ` ${words.name(best.id)} is covering.`
      : builtIn === undefined || isDown(builtIn)
        ? ''
        : ' The built-in predictor is covering.';
  return {
    ...base,
    kind: 'failing',
    sentence: state + cover,
    button: best === null ? fixFor(subject, problems) : makeDefault(best, words),
  };
}

function fixFor(model: ModelSummary, problems: PanelSnapshot['problems']): Verdict['button'] {
  return needsKey(problems, model.id)
    ? { label: 'Set Key…', action: { type: 'set-key', model: model.id } }
    : { label: 'Open Settings', action: { type: 'open-settings' } };
}

/** True when the model waits for a key: the host says so by the action of its problem. */
export function needsKey(problems: PanelSnapshot['problems'], modelId: string): boolean {
  return problems.some(({ action }) => action?.type === 'set-key' && action.model === modelId);
}

function better(
  base: Base,
  subject: JudgedModel,
  best: JudgedModel,
  resolvedOn: string,
  words: VerdictWords,
): Verdict {
  const late = (model: JudgedModel) => inHundred(1 - model.inTime.value);
  const [name, bestName] = [words.name(subject.id), words.name(best.id)];
  return {
    ...base,
    kind: 'better',
    sentence: `${name}, your default, is late with its answer for ${late(subject)} in 100 requests. ${bestName} is late for ${late(best)}.`,
    reason: reasonFor(subject, best, resolvedOn, words),
    button: makeDefault(best, words),
  };
}

function makeDefault(best: ModelSummary, words: VerdictWords): Verdict['button'] {
  return {
    label: `Make ${words.name(best.id)} the Default`,
    action: { type: 'set-default', model: best.id },
  };
}

function reasonFor(
  subject: ModelSummary,
  best: ModelSummary,
  resolvedOn: string,
  words: VerdictWords,
): string | null {
  const [mine, theirs] = [widestPhase(best), widestPhase(subject)];
  if (mine === null || theirs === null) return null;
  const where = isLoopback(best.detail) ? ` on ${resolvedOn}` : '';
  return `${phaseSentence(mine, where)}; ${words.name(subject.id)} ${phaseClause(theirs)}.`;
}

/** Whether a model's `detail` names an address of the machine that looks it up. */
export function isLoopback(detail: string): boolean {
  return /(?:^|[\s/·])(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?(?:$|[\s/])/.test(detail);
}

/** A share in whole hundredths that is never a false 0 or 100. */
function inHundred(share: number): string {
  if (share > 0 && share < 0.005) return 'fewer than 1';
  if (share < 1 && share >= 0.995) return 'more than 99';
  return String(Math.round(share * 100));
}

/** The first sentence of a fault, to follow a colon: no stop, an opening article in lower case. */
function asClause(message: string): string {
  const first = message.trim().split(/\.(?:\s|$)/, 1)[0] ?? '';
  return first.replace(/^(?:The|This|No|Nothing|An?|Its?)\b/, (word) => word.toLowerCase());
}
