import { createFigures } from '../src/core/measure/figures.ts';
import { MAX_RECORDS } from '../src/core/measure/newest-records.ts';
import type { CurvePoint, LaneRecord, RaceRecord } from '../src/core/record.ts';
import { seededRandom } from '../src/core/seeded-random.ts';
import { lane, race, shownText, stopped } from '../test/support/records.ts';
import type { Figures } from './figures.ts';
import { measure } from './measure.ts';
import { drawLogNormal } from './ttft-shapes.ts';

const MODELS = Array.from({ length: 30 }, (_, index) => `m${index}`);
/** One in so many keystrokes asks another model than the default. */
const OTHER_EVERY = 20;
const LOOKS = 200;

/**
 * What one refresh of status bar and panel costs with a full memory and 30 models: after one keystroke
 * more, with the default model asked, and with all of them raced on every key.
 */
export async function benchSummary(): Promise<Figures> {
  const random = seededRandom(1);
  const typical = (key: number) => [
    MODELS[key % OTHER_EVERY === 0 ? key % MODELS.length : 0] ?? '',
  ];
  const solo = await looks('oneModelAsked', (key) => keystroke(key, typical(key), random));
  const raced = await looks('thirtyRaced', (key) => keystroke(key, MODELS, random));
  return { ...solo, ...raced };
}

async function looks(name: string, record: (key: number) => RaceRecord): Promise<Figures> {
  const figures = createFigures();
  figures.load(Array.from({ length: MAX_RECORDS }, (_, key) => record(key)));
  const models = MODELS.map((id) => ({ id, provider: 'llama-server', detail: '' }) as const);
  const summary = () => figures.summary({ models, defaultModel: 'm0', budgetMs: 300 });
  const later = Array.from({ length: LOOKS }, (_, look) => record(MAX_RECORDS + look));
  const unchanged = await measure(`${name}Unchanged`, later, summary);
  const changed = await measure(`${name}KeystrokeMore`, later, (one) => {
    figures.add(one);
    return summary();
  });
  return { ...unchanged, ...changed };
}

function keystroke(key: number, models: readonly string[], random: () => number): RaceRecord {
  const id = `r${key}`;
  const shown = shownText({ race: id, model: models[key % models.length] ?? '' });
  const lanes = models.map((model) => request(model, random));
  return race({ id, at: key * 1000, returnedMs: 200, shown, lanes });
}

/** Every third is outrun; the others write 10 to 60 tokens. */
function request(model: string, random: () => number): LaneRecord {
  const cachedTokens = Math.floor(random() * 900);
  const promptSize = { chars: 3600, repeatedChars: cachedTokens * 4 };
  const takesMs = drawLogNormal(random, 200, 0.5);
  const nextKeyMs = drawLogNormal(random, 250, 0.445);
  if (takesMs > nextKeyMs) return stopped(20 + nextKeyMs, { model, promptSize });
  const tokens = 10 + Math.floor(random() * 50);
  const msPerToken = drawLogNormal(random, 12, 0.2);
  const firstTokenMs = 20 + takesMs;
  const lastTokenMs = firstTokenMs + (tokens - 1) * msPerToken;
  const points = Math.min(32, tokens);
  const curve = Array.from({ length: points }, (_, index): CurvePoint => {
    const piece = Math.round((index * (tokens - 1)) / (points - 1));
    return [firstTokenMs + piece * msPerToken, piece + 1, 3 * (piece + 1), null];
  });
  return lane({
    model,
    firstTokenMs,
    lastTokenMs,
    endMs: lastTokenMs,
    chars: 3 * tokens,
    pieces: tokens,
    curve,
    promptSize,
    usage: { promptTokens: 900, cachedTokens, completionTokens: tokens },
    server: { prefillMs: takesMs * 0.8 },
  });
}
