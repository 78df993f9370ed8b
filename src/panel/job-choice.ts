import { JOB_PRESETS, type Job } from '../core/measure/job-fit.ts';

export type JobPreset = keyof typeof JOB_PRESETS;

/** The job that the person looks at: one of those to start from, or sizes of their own. */
export interface JobChoice extends Job {
  readonly preset: JobPreset | 'own';
  readonly repeatsPrompt: boolean;
}

/** More than any model reads at once, and than any writes in one answer. */
export const MAX_TOKENS = 1_000_000;

export function presetJob(preset: JobPreset): JobChoice {
  return { preset, repeatsPrompt: false, ...JOB_PRESETS[preset] };
}

export const DEFAULT_JOB: JobChoice = presetJob('background');

/** A size as it was typed; null where it is none. */
export function readTokens(typed: string, least: number): number | null {
  return /^\d{1,9}$/.test(typed.trim()) ? validTokens(Number(typed), least) : null;
}

/** Reads a stored choice; anything that is not one gives the default. */
export function readJob(stored: unknown): JobChoice {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_JOB;
  const { preset, promptTokens, outputTokens, repeatsPrompt } = stored as Partial<
    Record<keyof JobChoice, unknown>
  >;
  if (preset === 'inline' || preset === 'background') return presetJob(preset);
  const [prompt, output] = [validTokens(promptTokens, 0), validTokens(outputTokens, 1)];
  if (preset !== 'own' || prompt === null || output === null) return DEFAULT_JOB;
  return {
    preset,
    promptTokens: prompt,
    outputTokens: output,
    repeatsPrompt: repeatsPrompt === true,
  };
}

function validTokens(value: unknown, least: number): number | null {
  const valid = typeof value === 'number' && Number.isInteger(value);
  return valid && value >= least && value <= MAX_TOKENS ? value : null;
}
