import type { ModelSummary, Share } from '../protocol.ts';
import { wholeMs } from './whole-ms.ts';

export interface TooltipInput {
  readonly models: readonly ModelSummary[];
  readonly budgetMs: number;
  readonly shownInTime: Share | null;
  /** Sentences about wrong settings. */
  readonly problems: readonly string[];
  /** Words for the last keystroke without text, or null. */
  readonly lastSilence: string | null;
  readonly enabled: boolean;
  readonly commands: readonly { readonly title: string; readonly id: string }[];
}

/**
 * The tooltip's Markdown: problems first, then every model, then what to do. Names and messages come
 * from settings and servers, so everything in them that Markdown would act on is escaped; the only
 * links are to our own commands.
 */
export function statusTooltip(input: TooltipInput): string {
  const lines: string[] = [];
  for (const problem of input.problems) lines.push(`$(warning) ${escapeMarkdown(problem)}`, '');
  for (const { id, fault } of input.models) {
    if (fault === null) continue;
    lines.push(`$(error) **${escapeMarkdown(id)}**: ${escapeMarkdown(fault.message)}`, '');
  }
  lines.push(
    `| times in ms | ${HEADS.map((head) => GAP + head).join(' | ')} |`,
    '| :-- | --: | --: | --: | --: | --: |',
    ...input.models.map(row),
    '',
  );
  if (input.shownInTime !== null) {
    const { value, n } = input.shownInTime;
    lines.push(
      `Keystrokes with text in time (${wholeMs(input.budgetMs)} ms): ${percent(value)} of ${n}.`,
      '',
    );
  }
  if (input.lastSilence !== null) lines.push(`${escapeMarkdown(input.lastSilence)}`, '');
  if (!input.enabled)
    lines.push('First Token is off: nothing is computed and nothing is sent.', '');
  lines.push(input.commands.map(({ title, id }) => `[${title}](command:${id})`).join(' · '));
  return lines.join('\n');
}

/** The hover leaves no room between the columns of a table. */
const GAP = '&nbsp;&nbsp;&nbsp;';
const HEADS = [
  'TTFT&nbsp;p50',
  'from&nbsp;key&nbsp;p50',
  'from&nbsp;key&nbsp;p90',
  'in&nbsp;time',
  'TPS',
];

function row(model: ModelSummary): string {
  const name = escapeMarkdown(model.id);
  const cells = [
    model.isDefault ? `**${name}**&nbsp;✓` : name,
    wholeMs(model.ttft.p50Ms),
    wholeMs(model.fromKey.p50Ms),
    wholeMs(model.fromKey.p90Ms),
    model.inTime === null ? '–' : percent(model.inTime.value),
    model.tps === null ? '–' : `${model.tpsEstimated ? '≈' : ''}${Math.round(model.tps)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Also keeps a name on its line and inside its table cell, and codicon syntax from being drawn. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+\-.!~|<>&$:@]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
