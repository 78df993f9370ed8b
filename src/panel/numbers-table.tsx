import type { ComponentChildren } from 'preact';

export interface NumbersRow {
  readonly key: string;
  readonly head: string;
  readonly cells: readonly string[];
}

/**
 * The figures of a chart as a real table. Where its columns do not fit, each row becomes a table of
 * its own, one figure a line, so that nothing scrolls sideways.
 */
export function NumbersTable(props: {
  caption: string;
  headTitle: string;
  columns: readonly string[];
  rows: readonly NumbersRow[];
  stacked: boolean;
  /** So many of the last columns hold words, not figures: they align left and may wrap. */
  wordColumns?: number;
  /** What can be done with each row, by its index. */
  actions?: readonly ComponentChildren[];
}) {
  const { actions } = props;
  const firstWords = props.columns.length - (props.wordColumns ?? 0);
  const side = (index: number) => (index >= firstWords ? 'words' : undefined);
  if (props.stacked) {
    return (
      <div class="numbers-stack">
        {props.rows.map((row, rowIndex) => (
          <table key={row.key} class="numbers">
            <caption>{row.head}</caption>
            <tbody>
              {props.columns.map((column, index) => (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  <td class={side(index)}>{row.cells[index]}</td>
                </tr>
              ))}
              {actions !== undefined && (
                <tr>
                  <th scope="row">Action</th>
                  <td>{actions[rowIndex]}</td>
                </tr>
              )}
            </tbody>
          </table>
        ))}
      </div>
    );
  }
  return (
    <table class="numbers across">
      <caption class="spoken">{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col" class="left">
            {props.headTitle}
          </th>
          {props.columns.map((column, index) => (
            <th key={column} scope="col" class={side(index)}>
              {column}
            </th>
          ))}
          {actions !== undefined && (
            <th scope="col">
              <span class="spoken">Action</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row, rowIndex) => (
          <tr key={row.key}>
            <th scope="row" class="left">
              {row.head}
            </th>
            {row.cells.map((cell, index) => (
              <td key={props.columns[index]} class={side(index)}>
                {cell}
              </td>
            ))}
            {actions !== undefined && <td>{actions[rowIndex]}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
