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
}) {
  if (props.stacked) {
    return (
      <div class="numbers-stack">
        {props.rows.map((row) => (
          <table key={row.key} class="numbers">
            <caption>{row.head}</caption>
            <tbody>
              {props.columns.map((column, index) => (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  <td>{row.cells[index]}</td>
                </tr>
              ))}
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
          {props.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" class="left">
              {row.head}
            </th>
            {row.cells.map((cell, index) => (
              <td key={props.columns[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
