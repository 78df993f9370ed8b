import { tokensOf } from './tokens-of.ts';

/** A line with a number of its own in it, such as `  { code: 12, name: 'a' },`. */
interface Row {
  readonly lead: string;
  readonly number: number;
  readonly rest: string;
}

/**
 * The further rows of a table whose last two count up by one, as many as `tokens` allow: what stands
 * around the number is taken from the rows above in turn. They end before the row that follows below.
 * Undefined where no table is being written.
 */
export function tableRows(
  lines: readonly string[],
  typed: string,
  limits: { readonly tokens: number; readonly below: readonly string[] },
): string | undefined {
  const isWhole = isNext(lines.at(-1), typed);
  const above = isWhole ? [...lines, typed] : lines;
  if (!isNext(above.at(-2), above.at(-1))) return undefined;
  const rows = trailingRows(above);
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const lineAt = (index: number): string =>
    `${last.lead}${last.number + 1 + index}${rows[index % rows.length]?.rest ?? ''}`;
  if (!isWhole && !lineAt(0).startsWith(typed)) return undefined;

  const following = rowOf(limits.below.find((line) => line.trim() !== ''));
  const end = following?.lead === last.lead ? following.number : Number.POSITIVE_INFINITY;
  let text = '';
  for (let index = 0; last.number + 1 + index < end; index += 1) {
    if (tokensOf(text).length >= limits.tokens) break;
    const line = lineAt(index);
    text += index === 0 && !isWhole ? line.slice(typed.length) : `\n${line}`;
  }
  return text;
}

/** The number is a word of its own: `item1` and `1.5` count nothing. */
function rowOf(line: string | undefined): Row | undefined {
  const match = /^(.*?)(?<![\p{L}\p{N}_.])(\d+)(?![\p{L}\p{N}_.])(.+)$/u.exec(line ?? '');
  if (match === null) return undefined;
  const [, lead = '', number, rest = ''] = match;
  return { lead, number: Number(number), rest };
}

function isNext(line: string | undefined, next: string | undefined): boolean {
  const [one, other] = [rowOf(line), rowOf(next)];
  if (one === undefined || other === undefined) return false;
  return one.lead === other.lead && one.number + 1 === other.number;
}

function trailingRows(lines: readonly string[]): readonly Row[] {
  const lead = rowOf(lines.at(-1))?.lead;
  const known = lines.slice(lines.findLastIndex((line) => rowOf(line)?.lead !== lead) + 1);
  return known.flatMap((line) => rowOf(line) ?? []);
}
