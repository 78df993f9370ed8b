/** Prints rows of equal length under their headings: the first column to the left, figures to the right. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    process.stdout.write(`  ${cells.join('  ')}\n`);
  }
}
