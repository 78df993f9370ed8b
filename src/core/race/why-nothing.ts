import type { SilenceReason } from '../record.ts';
import type { LaneView } from './arbiter.ts';

/** The most telling reason among lanes that all ended without text to show. */
export function whyNothing(
  lanes: readonly Pick<LaneView, 'embedded' | 'failed' | 'usable'>[],
): SilenceReason {
  const models = lanes.filter((lane) => !lane.embedded);
  for (const { usable } of models) {
    if (usable.type === 'none' && usable.why !== 'pending' && usable.why !== 'empty') {
      return usable.why;
    }
  }
  if (models.some((lane) => !lane.failed)) return 'empty';
  if (models.length > 0) return 'failed';
  return lanes.length > 0 ? 'unsure' : 'no-model';
}
