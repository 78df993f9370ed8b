import type { AcceptRecord, JournalRecord } from '../core/record.ts';
import { type Cell, EXPORT_COLUMNS, type Row } from './export-columns.ts';
import { encodeRecord } from './record-line.ts';

/** The records as they are on disk, one JSON object a line, without any field that is not a record's. */
export function* exportJsonLines(records: Iterable<JournalRecord>): Generator<string> {
  for (const record of records) {
    const line = encodeRecord(record);
    if (line !== null) yield line;
  }
}

/**
 * The records as CSV (RFC 4180: CRLF, quotes doubled), a heading and then one row for each lane with
 * its race; a race that asked no model has one row without a lane. Acceptances join their race. A text
 * that a spreadsheet would run as a formula is written behind an apostrophe: names of models come from
 * settings that may have been copied from anywhere.
 */
export function* exportCsv(records: readonly JournalRecord[]): Generator<string> {
  const accepted = new Map<string, AcceptRecord[]>();
  for (const record of records) {
    if (record.kind !== 'accept') continue;
    const list = accepted.get(record.race) ?? [];
    accepted.set(record.race, list);
    list.push(record);
  }
  yield csvLine(EXPORT_COLUMNS.map((column) => column.name));
  for (const race of records) {
    if (race.kind !== 'race') continue;
    for (const lane of race.lanes.length > 0 ? race.lanes : [undefined]) {
      const row: Row = { race, lane, accepted: accepted.get(race.id) ?? [] };
      yield csvLine(EXPORT_COLUMNS.map((column) => column.cell(row)));
    }
  }
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

// Spreadsheets take these as the start of a formula (OWASP, CSV Injection); the full-width forms too.
const FORMULA = /^[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const inert = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
