import type { MeasurementStep } from '../record.ts';
import { seededRandom } from '../seeded-random.ts';

/** A model as far as the plan needs it. */
export interface PlannedModel {
  readonly id: string;
  /** Models with the same key share a server, which may have to load the one before it answers for the other. */
  readonly queueKey: string | null;
}

export interface PlannedRequest {
  readonly model: string;
  readonly step: MeasurementStep;
  /** Which prompt is sent: a repeated one has the number of its cold one, all others their own. */
  readonly prompt: number;
}

export interface PlanOptions {
  readonly models: readonly PlannedModel[];
  /** Prompt sizes in tokens. */
  readonly promptTokens: readonly number[];
  /** Limits on the answers in tokens. */
  readonly outputTokens: readonly number[];
  readonly seed: number;
}

/** Large enough to open the connection, load the model and run it; too small to cost anything. */
const WARM_UP: MeasurementStep = { promptTokens: 64, outputTokens: 8, cache: 'warm-up' };

/**
 * The requests of one measuring run, to be sent one after the other. In each round every model has its
 * turn, in an order drawn anew, so that what slows the machine or the network for a while falls on all of
 * them. A turn is one cold prompt and the same again at once. The sizes rise, so that a model that refuses
 * one need not be asked for the larger.
 *
 * The first request of a model is a warm-up, and so is the first after another model of the same server:
 * a server that holds one model at a time (Ollama, llama-swap) loads again then, which takes seconds and
 * is not what is measured.
 */
export function planRun(options: PlanOptions): readonly PlannedRequest[] {
  const random = seededRandom(options.seed);
  const plan: PlannedRequest[] = [];
  const latestOn = new Map<string, string>();
  let prompts = 0;

  const warmUp = ({ id, queueKey }: PlannedModel): void => {
    const server = queueKey ?? id;
    if (latestOn.get(server) === id) return;
    latestOn.set(server, id);
    plan.push({ model: id, step: WARM_UP, prompt: prompts });
    prompts += 1;
  };
  const turn = (model: string, promptTokens: number, outputTokens: number): void => {
    for (const cache of ['cold', 'repeated'] as const) {
      plan.push({ model, step: { promptTokens, outputTokens, cache }, prompt: prompts });
    }
    prompts += 1;
  };
  for (const promptTokens of ascending(options.promptTokens)) {
    for (const outputTokens of ascending(options.outputTokens)) {
      for (const model of shuffled(options.models, random)) {
        warmUp(model);
        turn(model.id, promptTokens, outputTokens);
      }
    }
  }
  return plan;
}

function ascending(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const at = Math.floor(random() * (last + 1));
    [order[last], order[at]] = [order[at] as T, order[last] as T];
  }
  return order;
}
