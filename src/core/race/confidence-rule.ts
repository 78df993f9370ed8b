import type { Eagerness } from '../settings.ts';
import type { ConfidenceRule } from './arbiter.ts';

/**
 * From a replay of real commits: text shown at a calibrated probability of 0.5 was wholly right 73 %
 * of the time, at 0.7 81 %, at 0.8 86 %. Alone, the predictor's wrong text costs a glance; at once, it
 * also keeps a model from being asked, so that takes more.
 */
const RULES: Readonly<Record<Eagerness, ConfidenceRule>> = {
  quiet: { atOnce: 0.92, alone: 0.7 },
  balanced: { atOnce: 0.85, alone: 0.5 },
  eager: { atOnce: 0.75, alone: 0.35 },
};

export function confidenceRule(eagerness: Eagerness): ConfidenceRule {
  return RULES[eagerness];
}
