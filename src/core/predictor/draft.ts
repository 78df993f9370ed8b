import type { CompletionRequest } from '../request.ts';
import { createBlend } from './blend.ts';
import type { Run } from './chain-index.ts';
import type { Corpus } from './corpus.ts';
import { NEWLINE_TOKEN } from './encode.ts';
import {
  collectNear,
  createLiveWindowReader,
  type LiveWindow,
  MAX_LINE_CHARS,
  splitLine,
  splitRest,
} from './live-window.ts';
import { isExtendable, startsWithWord, tokenize } from './tokenizer.ts';
import { OPAQUE } from './vocabulary.ts';

/** How much a sighting counts by where it was: this document, its directory, the rest. */
const OWN_WEIGHT = 2;
const DIRECTORY_WEIGHT = 1.25;

const MAX_STEPS = 40;
const MAX_CHARS = 160;
/** No span this improbable is ever offered, so generation stops. */
const MIN_PROBABILITY = 0.03;

/** One predicted token. */
interface Step {
  readonly text: string;
  readonly probability: number;
  /** Longest matching context, in tokens. */
  readonly matched: number;
  /** Weighted sightings behind the step. */
  readonly weight: number;
}

/** The rest of the line, token by token, before anything is cut or judged. */
export interface Draft {
  readonly steps: readonly Step[];
  /** The first step finishes a word that is half typed. */
  readonly partial: boolean;
  /** Nothing but indentation stands before the cursor. */
  readonly lineStart: boolean;
  /** The last step is followed by the end of the line, or by the text after the cursor. */
  readonly complete: boolean;
}

export interface Drafter {
  /** The readings of the cursor: finish the word, go on after it. Empty when there is nothing to say. */
  draft(request: CompletionRequest): Draft[];
  /** Lets go of the live text. */
  clear(): void;
}

/**
 * Greedy generation over the corpus and the live text. The learned copy of the document counts only
 * outside the window that the request shows, so neither the line being typed nor what was just
 * deleted can predict itself.
 */
export function createDrafter(corpus: Corpus): Drafter {
  const { vocabulary, index } = corpus;
  const reader = createLiveWindowReader(vocabulary);
  const blend = createBlend();

  function draft(request: CompletionRequest): Draft[] {
    const { typed: fullLine } = splitLine(request.prefix);
    const { rest } = splitRest(request.suffix);
    const typed = fullLine.trimStart();
    if (fullLine.length > MAX_LINE_CHARS || rest.length > MAX_LINE_CHARS) return [];
    // Inside a word, or glued to the front of one: whatever is inserted would run into it.
    if (startsWithWord(rest)) return [];

    const last = tokenize(typed).at(-1) ?? '';
    const lexeme = last.trimStart();
    const healed = last === ' ' || isExtendable(lexeme);
    const window = reader.read(request, healed ? typed.slice(0, -last.length) : typed);
    const place = locate(request, window);
    // Both parts of the window begin at the start of a line.
    const before = [NEWLINE_TOKEN, ...window.above, ...window.line];
    const below = [NEWLINE_TOKEN, ...window.below];
    const lineStart = typed === '';
    const stopAt = tokenize(rest.trimStart())[0] ?? '';
    if (!healed) {
      return finished([
        { ...extend(before, below, place, stopAt, [], 1), partial: false, lineStart },
      ]);
    }

    const spaced = last.startsWith(' ') ? 1 : 0;
    const head = lookup(before, below, place, lexeme, spaced);
    const drafts: Draft[] = [];
    const first = head.best;
    if (first !== null && !(stopAt !== '' && vocabulary.text(first.token >> 1) === stopAt)) {
      const step: Step = { ...first, text: vocabulary.text(first.token >> 1).slice(lexeme.length) };
      const grown = [...before, first.token];
      drafts.push({
        ...extend(grown, below, place, stopAt, [step], first.probability),
        partial: lexeme !== '',
        lineStart: false,
      });
    }
    if (lexeme !== '') {
      const id = vocabulary.acquire(lexeme);
      const grown = [...before, (id << 1) | spaced];
      const draft = extend(grown, below, place, stopAt, [], head.whole);
      vocabulary.release(id);
      // The doubt whether the word is whole belongs to the first step after it.
      const steps = draft.steps.map((step, i) =>
        i === 0 ? { ...step, probability: step.probability * head.whole } : step,
      );
      drafts.push({ ...draft, steps, partial: false, lineStart: false });
    }
    return finished(drafts);
  }

  /** Continuations of the half-typed `lexeme`, and the probability that it is whole as it stands. */
  function lookup(
    before: readonly number[],
    below: readonly number[],
    place: Place,
    lexeme: string,
    spaced: number,
  ) {
    blend.clear();
    const fits = new Map<number, boolean>();
    const add = (token: number, matched: number, weight: number) => {
      if (lexeme === '' && (token & 1) === 0) return;
      const id = token >> 1;
      let fit = fits.get(id);
      if (fit === undefined) {
        fit = id > NEWLINE_TOKEN >> 1 && vocabulary.text(id).startsWith(lexeme);
        fits.set(id, fit);
      }
      if (fit) blend.add((id << 1) | spaced, matched, weight);
    };
    collect(before, below, place, add);
    if (startsWithWord(lexeme)) {
      for (const tokens of [before, below]) for (const token of tokens) add(token, 0, OWN_WEIGHT);
    }
    const id = vocabulary.acquire(lexeme);
    const exact = (id << 1) | spaced;
    const exactProbability = blend.probabilityOf(exact);
    const best = blend.best(exact);
    vocabulary.release(id);
    const others = best?.probability ?? 0;
    return { best, whole: Math.max(exactProbability, 1 - others - exactProbability) };
  }

  function extend(
    before: number[],
    below: readonly number[],
    place: Place,
    stopAt: string,
    steps: Step[],
    probability: number,
  ): { steps: readonly Step[]; complete: boolean } {
    let product = probability;
    let chars = 0;
    let depth = 0;
    while (steps.length < MAX_STEPS && chars < MAX_CHARS) {
      blend.clear();
      collect(before, below, place, (token, matched, weight) => blend.add(token, matched, weight));
      const next = blend.best();
      if (next === null || next.token >> 1 === OPAQUE) break;
      product *= next.probability;
      if (product < MIN_PROBABILITY) break;
      if (next.token === NEWLINE_TOKEN) return { steps, complete: stopAt === '' };
      const lexeme = vocabulary.text(next.token >> 1);
      if (lexeme === stopAt && depth === 0) return { steps, complete: true };
      if ('([{'.includes(lexeme)) depth++;
      else if (')]}'.includes(lexeme)) depth--;
      const text = (next.token & 1) === 1 ? ` ${lexeme}` : lexeme;
      steps.push({ ...next, text });
      chars += text.length;
      before.push(next.token);
    }
    return { steps, complete: false };
  }

  function collect(
    before: readonly number[],
    below: readonly number[],
    place: Place,
    add: (token: number, matched: number, weight: number) => void,
  ): void {
    index.collect(before, place.family, place.skipStart, place.skipEnd, (token, matched, run) => {
      add(
        token,
        matched,
        run === place.own ? OWN_WEIGHT : run.directory === place.directory ? DIRECTORY_WEIGHT : 1,
      );
    });
    collectNear(before, before, (token, matched) => add(token, matched, OWN_WEIGHT));
    collectNear(below, before, (token, matched) => add(token, matched, OWN_WEIGHT));
  }

  /** The request's place in the corpus, and the part of the learned copy that the window replaces. */
  function locate(request: CompletionRequest, window: LiveWindow) {
    const own = corpus.document(request.documentUri)?.run;
    const family = corpus.familyOf(request.languageId, request.path);
    const directory = corpus.directoryOf(request.path);
    if (own === undefined) return { family, directory, own, skipStart: 0, skipEnd: 0 };
    const start = find(window.above.slice(0, LANDMARK), own.start, own.end);
    const landmark = window.below.slice(-LANDMARK);
    const end = find(landmark, start ?? own.start, own.end, true);
    return {
      family,
      directory,
      own,
      skipStart: start ?? own.start,
      skipEnd: end === null ? own.end : end + landmark.length,
    };
  }

  /** Where `tokens` stand in `[from, to)`: the first such place, or the last. Null when too few or nowhere. */
  function find(tokens: readonly number[], from: number, to: number, last = false): number | null {
    if (tokens.length < LANDMARK) return null;
    let found: number | null = null;
    for (let p = from; p + tokens.length <= to; p++) {
      let i = 0;
      while (i < tokens.length && index.at(p + i) === tokens[i]) i++;
      if (i < tokens.length) continue;
      if (!last) return p;
      found = p;
    }
    return found;
  }

  return { draft, clear: () => reader.clear() };
}

/** Tokens that identify an edge of the window in the learned copy. */
const LANDMARK = 12;

type Place = {
  readonly family: number;
  readonly directory: number;
  readonly own: Run | undefined;
  readonly skipStart: number;
  readonly skipEnd: number;
};

function finished(drafts: readonly Draft[]): Draft[] {
  return drafts.filter((draft) => draft.steps.length > 0);
}
