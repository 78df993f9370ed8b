import type { JournalRecord } from '../core/record.ts';
import { type Cell, EXPORT_COLUMNS } from './export-columns.ts';
import { exportRows } from './export-rows.ts';
import { encodeRecord } from './record-line.ts';

/** The records as they are on disk, one JSON object a line, without any field that is not a record's. */
export function* exportJsonLines(records: Iterable<JournalRecord>): Generator<string> {
  for (const record of records) {
    const line = encodeRecord(record);
    if (line !== null) yield line;
  }
}

/**
 * The records, oldest first, as CSV (RFC 4180: CRLF, quotes doubled): a heading and then one row for each
 * request. What a spreadsheet would run as a formula stands behind an apostrophe: names of models come
 * from settings that may have been copied from anywhere.
 */
export function* exportCsv(records: readonly JournalRecord[]): Generator<string> {
  yield csvLine(EXPORT_COLUMNS.map((column) => column.name));
  for (const row of exportRows(records)) {
    yield row === null ? '' : csvLine(EXPORT_COLUMNS.map((column) => column.cell(row)));
  }
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

// Spreadsheets take these as the start of a formula (OWASP, CSV Injection); the full-width forms too.
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/**
 * A formula starts also where a spreadsheet cuts at another mark than ours, quotes or not: one set to much
 * of Europe does so at semicolons, and a pasted text is cut at tabs.
 */
const INNER_FORMULA = /([;,|\t\r\n"'])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const inside = cell.replace(INNER_FORMULA, "$1'");
  const inert = FORMULA.test(cell) ? `'${inside}` : inside;
  return /[",;\t\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
