/**
 * What is typed in the editor benches and what every model answers. All of it is made from the line
 * being typed, so that servers, extensions and bench agree on the one right text.
 */

/** Lines that end in the middle of a name; each key that follows them is a question of its own. */
export const PAUSE_LINES = Array.from({ length: 10 }, (_, index) => `    value_${index} = quaxo`);
/** No answer begins with a small letter, so that each key disagrees with what was shown before it. */
export const PAUSE_KEYS = 'bcdfghjklmnp';

/** What is typed at human pace, begun in the document and finished as every model foresees it. */
export const TYPED_LINES = [
  {
    begun: '    by_region = ',
    rest: 'sum_by(read_orders(store, since), key=region_of, unit=currency)',
  },
  {
    begun: '    late = ',
    rest: 'sorted(open_invoices(store), key=days_late, reverse=True)[:limit]',
  },
  {
    begun: '    margin = ',
    rest: 'round(total_of(sold, unit=currency) - total_of(bought), digits)',
  },
] as const;
/** Characters of each that are typed. */
export const TYPED_CHARS = 60;

/** More lines than 64 tokens hold, as a model writes them that is not told to stop. */
const BLOCK = `
    for order in read_orders(store, since):
        region = region_of(order, default=unknown)
        rows.append((region, order.total, order.currency))
    rows.sort(key=first, reverse=True)
    return render(rows, title, currency, digits=2)
`;

/** The one right answer where this is written on the cursor's line: a line of 16 tokens or more, and a block. */
export function answerTo(typed: string): string {
  const line = TYPED_LINES.map(({ begun, rest }) => begun + rest).find((each) =>
    each.startsWith(typed),
  );
  return (line?.slice(typed.length) ?? unforeseen(typed)) + BLOCK;
}

function unforeseen(typed: string): string {
  const name = `${typed.trim().at(-1)}${typed.length}`;
  return `_${name} = read_orders(store, ${name}).filter(is_open).total(currency)`;
}

/** The part of an answer that may be shown behind the cursor. */
export const firstLineOf = (answer: string): string => answer.split('\n', 1)[0] ?? '';

/** The document: some 5 KB before the cursor, as files have, and a few lines behind it. */
export function benchDocument(): string {
  const before = Array.from(
    { length: 45 },
    (_, index) =>
      `def part_${index}(store, since):\n    rows = load_rows(store, part=${index}, since=since)\n    return [row for row in rows if row.open]\n`,
  );
  const lines = [...PAUSE_LINES, ...TYPED_LINES.map(({ begun }) => begun)];
  return [
    ...before,
    'def report(store, since, currency, digits):',
    ...lines.flatMap((line) => [line, '']),
    '    print(currency, digits)',
    '',
  ].join('\n');
}
