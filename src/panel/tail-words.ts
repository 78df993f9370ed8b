import type { ModelSummary } from '../core/protocol.ts';
import { textMs } from './format.ts';

/**
 * For example `slowest tenth: queue +1.1 s`: it queues so much longer at p90 than at the median, and that
 * makes more than half of what lies between the two. Null where it does not, or where too little is known of it.
 */
export function tailWords({ queue, fromKey }: ModelSummary): string | null {
  if (queue === null || queue.p90Ms === null) return null;
  if (fromKey.p50Ms === null || fromKey.p90Ms === null) return null;
  const queueMs = queue.p90Ms - queue.p50Ms;
  if (queueMs <= (fromKey.p90Ms - fromKey.p50Ms) / 2) return null;
  const about = queue.from === 'estimated' ? '≈\u00A0' : '';
  return `slowest tenth: queue ${about}+${textMs(queueMs)}`;
}
