import type { ModelSummary, PhaseName } from '../../core/protocol.ts';
import { codeSpan } from './code-span.ts';
import { MISSING, ms, provenMs } from './figure-words.ts';
import { markdownTable, nameAndFigures } from './markdown-table.ts';

const NAMES: readonly PhaseName[] = [
  'wait',
  'connect',
  'network',
  'queue',
  'load',
  'prefill',
  'server',
];

/**
 * What a typical request of each model spends its time on until its first token; null where no request
 * tells. Phases that are known of none are left out.
 */
export function phasesTable(models: readonly ModelSummary[]): string | null {
  const told = models.flatMap(({ id, segments }) =>
    segments === null ? [] : [{ id, phases: segments }],
  );
  if (told.length === 0) return null;
  const names = NAMES.filter((name) =>
    told.some(({ phases }) => phases.some((phase) => phase.name === name)),
  );
  const rows = told.map(({ id, phases }) => [
    codeSpan(id),
    ...names.map((name) => {
      const phase = phases.find((one) => one.name === name);
      return phase === undefined ? MISSING : provenMs(phase);
    }),
    ms(phases.reduce((sum, phase) => sum + phase.ms, 0)),
  ]);
  return markdownTable(nameAndFigures('Model', [...names, 'together']), rows);
}
