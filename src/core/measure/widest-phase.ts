import type { ModelSummary, Phase } from '../protocol.ts';

/** The phase that takes most of a typical request up to its first token. Null when not measured. */
export function widestPhase(model: Pick<ModelSummary, 'segments'>): Phase | null {
  return (model.segments ?? []).reduce<Phase | null>(
    (widest, phase) => (widest === null || phase.ms > widest.ms ? phase : widest),
    null,
  );
}
