import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plausibleContinuation } from '../support/model-server/plausible-continuation.ts';

/** The continuation where `█` is. */
function continued(text: string): string {
  const [prompt = '', suffix = ''] = text.split('█');
  const body = { prompt, suffix };
  return plausibleContinuation({ path: '', headers: {}, body, connection: 1, nthOnConnection: 1 });
}

const sample = (file: string) =>
  readFileSync(new URL(`../../sample/${file}`, import.meta.url), 'utf8');
const orders = sample('src/orders.ts');
const sales = sample('reports/sales.py');

describe('in TypeScript', () => {
  test.each([
    ['const a = load(path);\nconst b = lo█\n', 'ad(path);'],
    ['const rows = 3;\nreturn█\n', ' rows;'],
    ['const rows = 3;\nconst copy =█\n', ' rows;'],
    ['const rows = 3;\nconst copy █\n', '= rows;'],
    ['const rows = 3;\nif (█\n', 'rows) {'],
    ['const rows = 3;\nif (█)\n', 'rows'],
    ['let rows = 3;\nconsole.log(█);\n', 'rows'],
    ['const rows = 3\nreturn█\n', ' rows'],
    ['const key = "a";\nstore.get("key");\nother.get("█")\n', 'key'],
  ])('%j', (text, expected) => {
    expect(continued(text)).toBe(expected);
  });

  test('a table goes on counting, as long as the answer may be and not past its last row', () => {
    const rows = "  { code: 7, at: 'a' },\n  { code: 8, at: 'b' },\n";
    expect(continued(`${rows}  { code:█`)).toMatch(
      /^ 9, at: 'a' \},\n {2}\{ code: 10, at: 'b' \},\n[\s\S]*\n {2}\{ code: 13, /,
    );
    expect(continued(`${rows}█`)).toMatch(/^ {2}\{ code: 9, at: 'a' \},\n/);
    expect(continued(`${rows.trimEnd()}█`)).toMatch(/^\n {2}\{ code: 9, at: 'a' \},\n/);
    expect(continued(`${rows}  { code:█\n  { code: 11, at: 'z' },\n];`)).toBe(
      " 9, at: 'a' },\n  { code: 10, at: 'b' },",
    );
  });

  test.each(['  [1, 2],\n  [3, 4],\n  [█', 'x = 1.5;\nx = 2.5;\nx█', 'f(a1);\nf(a2);\nf(█)'])(
    'and lines that do not count up are no table: %j',
    (text) => {
      expect(continued(text)).not.toMatch(/\n/);
    },
  );

  test('the parameters of a new function are those of the functions before it', () => {
    expect(continued(`${orders}\nexport function cancelOrder(store: OrderStore, id█`)).toBe(
      ': string, stock: Inventory, line: OrderLine): Order {',
    );
  });

  test('the arguments of a call are those of a call, not typed parameters', () => {
    expect(continued(`${orders}\nfunction f() {\n  return findOrder(store, id█`)).toBe(');');
    expect(continued(`${orders}\nfunction f() {\n  return findOrder(█)`)).toBe('store, id');
  });

  test('a bracket that only the earlier line had opened is not closed', () => {
    expect(continued('for (const line of order.lines) {\n}\nreturn order.█')).toBe('lines');
  });

  test('the first word of a string is not finished to a name', () => {
    expect(continued('openOrder();\nif (state === "open█')).toBe('');
  });

  test('the body of a new function begins like that of one with the same parameters', () => {
    const header = 'export function cancelOrder(store: OrderStore, id: string): Order {';
    expect(continued(`${orders}\n${header}\n  █`)).toMatch(
      /^const order = findOrder\(store, id\);/,
    );
  });
});

describe('in Python', () => {
  test.each([
    ['return█', ' rows'],
    ['copy = █', 'rows'],
    ['print(█)', 'rows'],
    ['if (█', 'rows):'],
    ['if █', 'rows:'],
  ])('%j', (text, expected) => {
    expect(continued(`def load(path):\n    rows = read(path)\n    ${text}`)).toBe(expected);
  });

  test('the parameters of a new function are those of a function before it', () => {
    expect(continued(`${sales}\n\ndef sales_by_month(orders█`)).toBe('):');
  });

  test('the body of a new function begins like that of one with the same parameters', () => {
    expect(continued(`${sales}\n\ndef sales_by_month(orders):\n    █`)).toMatch(
      /^totals = defaultdict\(int\)\n/,
    );
  });
});

describe('a name that may be half typed', () => {
  test.each(['function star█', 'def star█', 'const star█', 'class Star█'])(
    'gets no brackets and no value: %s',
    (text) => {
      expect(continued(`const rows = 3;\n${text}\n`)).toBe('');
    },
  );

  test('is finished from the names of the file, where nothing else is known', () => {
    expect(continued(`${orders}\nconst pair = [42, OrderSt█]`)).toBe('ore');
    expect(continued(`${sales}\n\nx = max(order_t█)`)).toBe('otal');
  });
});

test('prose, an empty file and an empty line get nothing', () => {
  for (const text of ['', 'prose that nobody can finish█\n', '\n\n█\n', 'return █']) {
    expect(continued(text)).toBe('');
  }
});

/** Every place in a file, as if it were being typed there with nothing below. */
function everyPrefix(text: string): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: text.length }).map((end) => text.slice(0, end));
}

test('nowhere in a Python file is there a semicolon or a brace at the end', () => {
  fc.assert(
    fc.property(everyPrefix(sales), (prefix) => {
      expect(continued(`${prefix}█`)).not.toMatch(/[;{]\s*$/m);
    }),
  );
});

test('nowhere is a bracket closed that the editor has closed already', () => {
  fc.assert(
    fc.property(everyPrefix(orders), (prefix) => {
      const text = continued(`${prefix}█)`);
      let open = 0;
      for (const character of text) {
        open += character === '(' ? 1 : character === ')' ? -1 : 0;
        expect(open).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
