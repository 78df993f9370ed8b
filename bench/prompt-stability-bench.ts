import { FIM_TEMPLATES, type FimTemplateName } from '../src/core/prompt/fim.ts';
import { promptBudget } from '../src/core/prompt/prompt-budget.ts';
import type { CompletionRequest } from '../src/core/request.ts';
import { fimLayout } from '../src/models/fim-layout.ts';
import { type Figures, percentile } from './figures.ts';
import { createCacheSlot } from './kv-cache.ts';
import { sessionRequests } from './session-requests.ts';
import { readProject, writingSession } from './writing-session.ts';

const SESSIONS = { seeds: [1, 2, 3, 4, 5], stretches: 40 };
const PROMPT_TOKENS = 2000;

/**
 * Prefix first, suffix first with other files before it, and suffix first with other files after it; the
 * last is the order of a family that cannot have the line being typed behind the middle token.
 */
const FORMATS: readonly (readonly [name: string, format: FimTemplateName])[] = [
  ['psm', 'qwen'],
  ['spm', 'mellum'],
  ['spmFilesLast', 'codestral'],
  ['psmLineInPrefix', 'codellama'],
];

type LayOut = (request: CompletionRequest) => string;

/**
 * How much of each prompt a server has read with the one before, along writing sessions over this
 * project's own files: our layout, and a window of the same size that slides with the cursor.
 */
export async function benchPromptStability({ seeds, stretches } = SESSIONS): Promise<Figures> {
  const project = readProject();
  const figures: Record<string, number> = {};
  for (const [label, format] of FORMATS) {
    const layouts: readonly (readonly [name: string, make: () => LayOut])[] = [
      ['ours', () => ours(format)],
      ['sliding', () => sliding(format)],
    ];
    for (const [name, make] of layouts) {
      let prompts = 0;
      let promptChars = 0;
      let sameChars = 0;
      const recomputed: number[] = [];
      const shares: number[] = [];
      for (const seed of seeds) {
        const slot = createCacheSlot();
        const layOut = make();
        let promptsOfSeed = 0;
        let sameOfSeed = 0;
        const events = writingSession({ project, seed, stretches });
        for (const request of sessionRequests(events, PROMPT_TOKENS)) {
          const use = slot.ask(layOut(request));
          prompts += 1;
          promptsOfSeed += use.promptChars;
          sameOfSeed += use.sameChars;
          recomputed.push(use.recomputedTokens);
        }
        promptChars += promptsOfSeed;
        sameChars += sameOfSeed;
        shares.push(sameOfSeed / promptsOfSeed);
      }
      const key = `${label}.${name}`;
      figures[`${key}.promptsCount`] = prompts;
      figures[`${key}.meanPromptChars`] = promptChars / prompts;
      figures[`${key}.sameShare`] = sameChars / promptChars;
      figures[`${key}.sameShareOfWorstSession`] = Math.min(...shares);
      figures[`${key}.recomputedTokensPerKey`] = recomputed.reduce((a, b) => a + b, 0) / prompts;
      figures[`${key}.recomputedTokensP50`] = percentile(recomputed, 0.5);
      figures[`${key}.recomputedTokensP99`] = percentile(recomputed, 0.99);
    }
    figures[`${label}.slidingToOursTokensRatio`] =
      (figures[`${label}.sliding.recomputedTokensPerKey`] ?? 0) /
      (figures[`${label}.ours.recomputedTokensPerKey`] ?? 1);
  }
  return figures;
}

function ours(format: FimTemplateName): LayOut {
  const layout = fimLayout(format, PROMPT_TOKENS);
  return (request) => layout.fields(request).prompt;
}

/** The last characters before the cursor and the first after it, in the format as it was trained. */
function sliding(format: FimTemplateName): LayOut {
  const { prefixChars, suffixChars } = promptBudget(PROMPT_TOKENS, false);
  return ({ prefix, suffix, path }) =>
    FIM_TEMPLATES[format].render({
      prefix: prefix.slice(-prefixChars),
      suffix: suffix.slice(0, suffixChars),
      path,
    });
}
