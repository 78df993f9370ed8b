import type { ModelSummary } from '../protocol.ts';
import { wholeMs } from './whole-ms.ts';

/** `97 % in time · from key p50 119, p90 202 ms · 96 TPS`: the same order in each row, since columns cannot align there. */
export function pickerDescription(
  model: Pick<ModelSummary, 'inTime' | 'fromKey' | 'tps' | 'tpsEstimated' | 'requests'>,
): string {
  if (model.requests === 0) return 'not asked yet';
  const share = model.inTime === null ? null : `${Math.round(model.inTime.value * 100)} % in time`;
  const { p50Ms, p90Ms } = model.fromKey;
  const tail = p90Ms === null ? '' : `, p90 ${wholeMs(p90Ms)}`;
  const latency = p50Ms === null ? null : `from key p50 ${wholeMs(p50Ms)}${tail} ms`;
  const rate =
    model.tps === null ? null : `${model.tpsEstimated ? '≈' : ''}${Math.round(model.tps)} TPS`;
  const parts = [share, latency, rate].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' · ') : `${model.requests} requests, none answered`;
}
