import { EMPTY_ANSWER_WORDS } from '../core/measure/empty-answer-words.ts';
import type { Summary } from '../core/measure/summary.ts';
import type { PanelSnapshot } from '../core/protocol.ts';
import type { JournalRecord, RaceRecord } from '../core/record.ts';
import { count, counted, ms, percent, shareWords, utcTime } from './report/figure-words.ts';
import { jobsTable } from './report/jobs-table.ts';
import { machineLines, type ReportMachine } from './report/machine-lines.ts';
import { measuredTable } from './report/measured-table.ts';
import { modelsTable } from './report/models-table.ts';
import { phasesTable } from './report/phases-table.ts';

export interface ReportInput {
  /** Oldest first. */
  readonly records: readonly JournalRecord[];
  /** Of exactly these records. */
  readonly summary: Summary;
  readonly budgetMs: number;
  readonly policy: PanelSnapshot['policy'];
  /** Epoch ms. */
  readonly writtenAt: number;
  /** Of First Token. */
  readonly version: string;
  readonly machine: ReportMachine;
}

/**
 * The figures as Markdown, to paste into a ticket. It names models and providers, and takes nothing else
 * that is text from a model's summary: details and messages may hold the names of hosts.
 */
export function markdownReport(input: ReportInput): string {
  const { records, summary, budgetMs, machine } = input;
  const { models, measured } = summary;
  const phases = phasesTable(models);
  const jobs = jobsTable(models);
  const parts = [
    '## First Token: latency report',
    [
      `${utcTime(input.writtenAt)} · First Token ${input.version}`,
      `budget ${count(budgetMs)} ms from the keystroke`,
      `policy ${policyWords(input)}`,
    ].join(' · '),
    `${periodWords(records)} ${totalWords(summary, budgetMs)}`,
    '### Models, asked while typing',
    modelsTable(models, records, budgetMs),
    ...(phases === null ? [] : ['A typical request, keystroke to first token, ms:', phases]),
    ...(measured === null || measured.rows.length === 0
      ? []
      : [
          '### Measured on purpose',
          'With invented code: new to the server (cold), and the same once more (repeated). TPS is that of the longest answers.',
          measuredTable(measured.rows),
          ...(measured.rows.some(({ silent }) => silent > 0) ? [EMPTY_ANSWER_WORDS] : []),
        ]),
    ...(jobs === null ? [] : ['### Expected time of a job', jobs, JOB_NOTE]),
    '### Machine that runs First Token',
    machineLines(machine).join('\n'),
    '### How to read it',
    NOTES.join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const JOB_NOTE =
  'Of a typical request, with the queue that requests usually had; a longer one comes on top. Bold: done first, beyond chance. ≈: longer than what was measured, so partly a guess; without an interval where it is more than twice as long.';

const NOTES = [
  '- How it is known: *server*: reported by it; *derived*: from our own marks and the events of its protocol; *estimated*, with ≈: from other requests of the model or from characters; –: not known.',
  '- TTFT is dispatch to first token, reasoning included. A stopped request counts as "at least so long" (Kaplan-Meier), a failed one as never; ≥: at least. p90 needs 30 requests.',
  '- Brackets hold 95 % intervals. All definitions: "What the figures mean" (`docs/figures.md` of First Token).',
];

/** A policy that was changed within the period is named with it: the figures are of both. */
function policyWords({ records, policy }: ReportInput): string {
  const others = new Map<RaceRecord['policy'], number>();
  for (const record of records) {
    if (record.kind !== 'race' || record.policy === policy) continue;
    others.set(record.policy, (others.get(record.policy) ?? 0) + 1);
  }
  const before = [...others].map(([name, times]) => `${name} for ${counted(times, 'keystroke')}`);
  return before.length === 0 ? policy : `${policy} (${before.join(', ')})`;
}

function periodWords(records: readonly JournalRecord[]): string {
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined) return 'Nothing was recorded yet.';
  const races = records.filter((record) => record.kind === 'race');
  const lanes = races.flatMap((race) => race.lanes);
  const of = (kind: JournalRecord['kind']) =>
    records.filter((record) => record.kind === kind).length;
  const counts = [
    counted(races.length, 'keystroke'),
    `${counted(lanes.filter(({ provider }) => provider !== 'embedded').length, 'request')} over the network`,
    counted(of('measurement'), 'measuring request'),
    counted(of('accept'), 'acceptance'),
  ];
  const period = `${utcTime(first.at)} to ${utcTime(last.at)}`;
  return `${period}, ${counted(records.length, 'record')}: ${counts.join(', ')}.`;
}

function totalWords({ totals }: Summary, budgetMs: number): string {
  const { shownInTime, shownMedianMs, requestsPerShown, wastedShare } = totals;
  const parts = [
    ...(shownInTime === null
      ? []
      : [
          `text within ${count(budgetMs)} ms for ${shareWords(shownInTime)} keystrokes that waited for it`,
        ]),
    ...(shownMedianMs === null ? [] : [`median ${ms(shownMedianMs)} ms`]),
    ...(requestsPerShown === null ? [] : [`${requestsPerShown.toFixed(1)} requests per text`]),
    ...(wastedShare === null ? [] : [`${percent(wastedShare)} of answer tokens wasted`]),
  ];
  const words = parts.join(', ');
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
