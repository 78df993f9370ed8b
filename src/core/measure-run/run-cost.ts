import type { PlannedRequest } from './plan.ts';

/** What a run will spend. Prompt tokens by the usual ratio; answers may end before their limit. */
export interface RunCost {
  readonly requests: number;
  readonly promptTokens: number;
  readonly maxOutputTokens: number;
}

export function runCost(plan: readonly PlannedRequest[]): RunCost {
  const sum = (of: (request: PlannedRequest) => number): number =>
    plan.reduce((total, request) => total + of(request), 0);
  return {
    requests: plan.length,
    promptTokens: sum(({ step }) => step.promptTokens),
    maxOutputTokens: sum(({ step }) => step.outputTokens),
  };
}
