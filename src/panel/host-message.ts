import { type HostMessage, PROTOCOL_VERSION } from '../core/protocol.ts';

export type Inbound = HostMessage | { readonly type: 'other-version' };

/**
 * Checks a message from the host. Null: not ours, to be ignored. `other-version`: the panel was kept
 * open across an update, and must be reopened rather than guess.
 */
export function readHostMessage(data: unknown): Inbound | null {
  if (!isObject(data) || typeof data['v'] !== 'number') return null;
  if (data['v'] !== PROTOCOL_VERSION) return { type: 'other-version' };
  if (data['type'] === 'loading') return { v: PROTOCOL_VERSION, type: 'loading' };
  if (data['type'] !== 'snapshot' || !isSnapshot(data['snapshot'])) return null;
  return data as unknown as HostMessage;
}

/** The host is the same build, so the outline is enough to tell a snapshot from anything else. */
function isSnapshot(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['budgetMs'] === 'number' &&
    value['budgetMs'] > 0 &&
    Array.isArray(value['models']) &&
    Array.isArray(value['races']) &&
    Array.isArray(value['problems']) &&
    isObject(value['totals'])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
