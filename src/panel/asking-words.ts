import { isLoopback } from '../core/measure/verdict.ts';
import type { PanelSnapshot } from '../core/protocol.ts';
import { remoteText } from './remote-text.ts';

const POLICY = {
  solo: 'Only the default model is asked.',
  adaptive: 'A second model is asked when the first is unlikely to be in time.',
  race: 'Every server is asked, unless the predictor is nearly certain or a request under way still agrees.',
} as const;

/**
 * Who is asked, and from where: only what applies to the models that are set up now. Empty while there
 * is no server to ask, or First Token is off.
 */
export function askingWords(
  snapshot: Pick<PanelSnapshot, 'enabled' | 'models' | 'policy' | 'resolvedOn'>,
): string {
  const hosted = snapshot.models.filter((model) => model.provider !== 'embedded');
  if (!snapshot.enabled || hosted.length === 0) return '';
  const local = hosted.some((model) => isLoopback(model.detail))
    ? ` Local endpoints are looked up on ${remoteText(snapshot.resolvedOn, 60)}.`
    : '';
  return POLICY[snapshot.policy] + local;
}
