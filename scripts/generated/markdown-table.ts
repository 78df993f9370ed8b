/**
 * A Markdown table whose columns are padded to equal width, as the formatter leaves them: so neither
 * generator nor formatter undoes what the other did. The first row is the heading.
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(escapeCell));
  const columns = cells[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, column) =>
    // Three dashes are the shortest delimiter that every reader takes for a table.
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[], filler: string) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, filler)).join(' | ')} |`;
  const [heading = [], ...body] = cells;
  return [line(heading, ' '), line([], '-'), ...body.map((row) => line(row, ' '))].join('\n');
}

/** A pipe ends a cell and a line feed ends a row, wherever they stand. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
