import type { CompletionRequest } from '../request.ts';
import { calibrated, type Span, spansOf } from './calibrate.ts';
import { createCorpus } from './corpus.ts';
import { createDrafter } from './draft.ts';
import { splitLine, splitRest } from './live-window.ts';
import { createTypedAgainst } from './typed-against.ts';

export interface LearnedDocument {
  readonly uri: string;
  /** Workspace-relative, with forward slashes. */
  readonly path: string;
  /** Empty where unknown: a file that no editor has opened. */
  readonly languageId: string;
  readonly text: string;
}

export interface Prediction {
  /** What to insert at the cursor: part of one line, never empty, without a line break. */
  readonly text: string;
  /** Calibrated probability, 0 to 1, that the person writes exactly this text next. */
  readonly probability: number;
}

interface PredictorStats {
  readonly files: number;
  readonly tokens: number;
  /** Estimated memory of index and vocabulary. */
  readonly bytes: number;
  /** The index is at its limit: a further document displaces a farther one. */
  readonly full: boolean;
}

export interface Predictor {
  /** Adds or replaces a document. Documents over 300 000 characters are left out. */
  learn(document: LearnedDocument): void;
  forget(uri: string): void;
  /** Forgets every document and all live text. */
  clear(): void;
  /**
   * The rest of the cursor's line, as far as its probability stays at or above `threshold` (0 to 1,
   * 0.5 when left out); where no cut reaches it, the best one above `PREDICTION_FLOOR`, so that a race can
   * hold it in reserve. Null when there is nothing worth saying. About a millisecond whatever the
   * size of the workspace.
   */
  predict(request: CompletionRequest, threshold?: number): Prediction | null;
  /** Tells whether a shown prediction was taken; shifts the confidence in that language a little. */
  feedback(languageId: string, accepted: boolean, probability: number): void;
  stats(): PredictorStats;
}

/** Below this nothing is predicted at all: the text is more likely wrong than two times in three. */
export const PREDICTION_FLOOR = 0.3;
const DEFAULT_THRESHOLD = 0.5;
const DEFAULT_MAX_TOKENS = 2_000_000;
const MAX_DOCUMENT_CHARS = 300_000;
/** Shorter text costs more to read and accept than to type. */
const MIN_CHARS = 3;

/**
 * One step of online logistic regression on the bias per answer, and its limits in log-odds. Fifty
 * wrong shows at 0.8 move it by about 1, which turns 0.8 into 0.6; it can never silence a language
 * for good nor make a guess look certain.
 */
const FEEDBACK_RATE = 0.03;
const MAX_BIAS = 1.5;

/** Text that could act on the editor or deceive the eye: control, line and bidirectional characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const UNSAFE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** The embedded predictor: learns in memory, reads nothing and sends nothing. */
export function createPredictor(options: { readonly maxTokens?: number } = {}): Predictor {
  const maxTokens = options.maxTokens ?? DEFAULT_MAX_TOKENS;
  let corpus = createCorpus(maxTokens);
  let drafter = createDrafter(corpus);
  const typedAgainst = createTypedAgainst();
  const biases = new Map<string, number>();

  return {
    learn(document) {
      if (document.text.length > MAX_DOCUMENT_CHARS) corpus.forget(document.uri);
      else corpus.learn(document);
    },
    forget: (uri) => corpus.forget(uri),
    clear() {
      corpus = createCorpus(maxTokens);
      drafter = createDrafter(corpus);
      typedAgainst.clear();
    },
    predict(request, threshold = DEFAULT_THRESHOLD) {
      corpus.setAnchor(request.path);
      typedAgainst.observe(request);
      const bias = biases.get(request.languageId) ?? 0;
      let best: Prediction | null = null;
      let bestWorth = 0;
      for (const draft of drafter.draft(request)) {
        const cut = longestCut(spansOf(draft), bias, threshold);
        if (cut === null || UNSAFE.test(cut.text) || repeats(request, cut.text)) continue;
        const worth = cut.probability * cut.text.length;
        // Above the threshold always beats below it; then what it saves on average.
        if (
          best === null ||
          (cut.probability >= threshold && best.probability < threshold) ||
          (cut.probability >= threshold === best.probability >= threshold && worth > bestWorth)
        ) {
          best = cut;
          bestWorth = worth;
        }
      }
      if (best === null || typedAgainst.has(request, best.text)) return null;
      typedAgainst.offered(request, best.text);
      return best;
    },
    feedback(languageId, accepted, probability) {
      const bias = biases.get(languageId) ?? 0;
      const moved = bias + FEEDBACK_RATE * ((accepted ? 1 : 0) - probability);
      biases.set(languageId, Math.max(-MAX_BIAS, Math.min(MAX_BIAS, moved)));
    },
    stats: () => ({
      files: corpus.files(),
      tokens: corpus.index.liveTokens(),
      bytes: corpus.index.bytes() + corpus.vocabulary.bytes(),
      full: corpus.full(),
    }),
  };
}

/** The longest span that still reaches the threshold, or failing that the likeliest above the floor. */
function longestCut(spans: readonly Span[], bias: number, threshold: number): Prediction | null {
  let sure: Prediction | null = null;
  let likeliest: Prediction | null = null;
  for (const { text, features } of spans) {
    if (text.length < MIN_CHARS || text.trim() === '' || /\s$/.test(text)) continue;
    const probability = calibrated(features, bias);
    if (probability >= threshold) sure = { text, probability };
    if (likeliest === null || probability >= likeliest.probability)
      likeliest = { text, probability };
  }
  if (sure !== null) return sure;
  return likeliest !== null && likeliest.probability >= PREDICTION_FLOOR ? likeliest : null;
}

/** True when the text already follows the cursor: on its line, or as the next line. */
function repeats(request: CompletionRequest, text: string): boolean {
  const { typed } = splitLine(request.prefix);
  const { rest, below } = splitRest(request.suffix);
  if (rest.trimStart().startsWith(text.trimStart())) return true;
  if (rest.trim() !== '') return false;
  const next = /^\s*([^\r\n]*)/.exec(below)?.[1]?.trimEnd() ?? '';
  return next !== '' && (typed + text).trim() === next;
}
