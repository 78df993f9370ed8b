export interface ReportColumn {
  readonly title: string;
  /** Figures stand to the right. */
  readonly align: 'left' | 'right';
}

/** A table of GitHub's Markdown. A `|` within a cell is escaped, which holds in code spans too. */
export function markdownTable(
  columns: readonly ReportColumn[],
  rows: readonly (readonly string[])[],
): string {
  return [
    row(columns.map(({ title }) => title)),
    row(columns.map(({ align }) => (align === 'right' ? '--:' : ':--'))),
    ...rows.map(row),
  ].join('\n');
}

/** A first column of names, then figures. */
export function nameAndFigures(
  name: string,
  figures: readonly string[],
): readonly [ReportColumn, ...ReportColumn[]] {
  return [
    { title: name, align: 'left' },
    ...figures.map((title) => ({ title, align: 'right' as const })),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(withoutEdges).join(' | ')} |`;
}

/** Readers disagree on whether the second backslash of `\\|` escapes, so a backslash keeps its distance. */
function withoutEdges(cell: string): string {
  return cell.replaceAll('\\|', '\\ |').replaceAll('|', '\\|');
}
