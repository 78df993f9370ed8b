import type { Phase, PhaseName } from '../protocol.ts';

/** What a model does in a phase, after its name: `queues 2.0 s`, `waits 212 ms for its server`. */
export function phaseClause(phase: Phase): string {
  const ms = spell(phase);
  const clauses: Readonly<Record<PhaseName, string>> = {
    wait: `waits ${ms} before it is asked`,
    connect: `needs ${ms} to connect`,
    network: `needs ${ms} for one trip over the network`,
    queue: `queues ${ms}`,
    load: `needs ${ms} to load`,
    prefill: `needs ${ms} for its prefill`,
    server: `waits ${ms} for its server`,
  };
  return clauses[phase.name];
}

/** The same as a sentence about a model just named; `where` is ` on this machine`, or empty. */
export function phaseSentence(phase: Phase, where: string): string {
  const ms = spell(phase);
  const sentences: Readonly<Record<PhaseName, string>> = {
    wait: `It waits ${ms} before it is asked`,
    connect: `Connecting takes ${ms}`,
    network: `One trip over the network takes ${ms}`,
    queue: `It queues ${ms}`,
    load: `Loading takes ${ms}`,
    prefill: `Its prefill takes ${ms}${where}`,
    server: `Its server takes ${ms}${where}`,
  };
  return sentences[phase.name];
}

/** `119 ms`, `2.0 s`; an estimate says so. */
function spell({ ms, from }: Phase): string {
  const about = from === 'estimated' ? 'about ' : '';
  return `${about}${ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`}`;
}
