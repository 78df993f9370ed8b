import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPredictor } from '../../../src/core/predictor/predictor.ts';
import { atCursor } from '../../support/cursor.ts';

const SERVICE = `
export function createService(options: Options): Service {
  const connection = openConnection(options.host, options.port);
  if (connection === null) throw new Error('not connected');
  return { connection, close: () => connection.close() };
}
`;

/** A predictor that knows three services much alike. */
function taught(...more: string[]) {
  const predictor = createPredictor();
  [SERVICE, SERVICE, SERVICE, ...more].forEach((text, i) => {
    predictor.learn({ uri: `file:///s${i}.ts`, path: `s${i}.ts`, languageId: '', text });
  });
  return predictor;
}

const ask = (predictor: ReturnType<typeof createPredictor>, marked: string, threshold?: number) =>
  predictor.predict(atCursor(marked).request, threshold);

test('goes on to the end of the line as the workspace does', () => {
  const prediction = ask(taught(), 'function f() {\n  const connection = █\n');
  expect(prediction?.text).toBe('openConnection(options.host, options.port);');
  expect(prediction?.probability).toBeGreaterThan(0.5);
});

const cursors: readonly [name: string, marked: string, text: string | null][] = [
  [
    'finishes a half-typed word',
    'const connection = openC█\n',
    'onnection(options.host, options.port);',
  ],
  [
    'goes on after a whole word',
    'const connection = openConnection█\n',
    '(options.host, options.port);',
  ],
  [
    'writes the space that was not typed',
    'const connection =█\n',
    ' openConnection(options.host, options.port);',
  ],
  ['finishes an operator', 'if (connection =█\n', "== null) throw new Error('not connected');"],
  ['goes on inside a string', "throw new Error('not █\n", "connected');"],
  [
    'stops where the rest of the line begins',
    'const connection = openConnection(█)\n',
    'options.host, options.port',
  ],
  [
    'closes only what it opened itself',
    'const connection = █)\n',
    'openConnection(options.host, options.port);',
  ],
  ['is silent inside a word', 'const conn█ection = 1\n', null],
  ['is silent before a word', 'const connection = █other\n', null],
  ['is silent after a word nobody wrote', 'const zzz = qqqXyz█\n', null],
  [
    'does not say what stands on the next line',
    'const x = 1;\n  █\n  const connection = openConnection(options.host, options.port);\n',
    null,
  ],
  [
    'reads documents with CRLF',
    'function f() {\r\n  const connection = █\r\n',
    'openConnection(options.host, options.port);',
  ],
  [
    'reads tabs as indentation',
    'function f() {\n\t\tconst connection = █\n',
    'openConnection(options.host, options.port);',
  ],
];

test.each(cursors)('%s', (_, marked, text) => {
  expect(ask(taught(), marked, 0)?.text ?? null).toBe(text);
});

test('learns from the text above the cursor without any learned document', () => {
  const line = '  registry.register(createHandler(options));\n';
  const prediction = ask(createPredictor(), `${line.repeat(3)}  registry.█\n`);
  expect(prediction?.text).toBe('register(createHandler(options));');
});

test('has nothing to say when it knows nothing', () => {
  for (const marked of ['█', 'const a = █', '\n\n█\n\n']) {
    expect(ask(createPredictor(), marked)).toBeNull();
  }
});

test('one language does not complete another', () => {
  const { request } = atCursor('const connection = █\n');
  expect(taught().predict({ ...request, path: 'a.py', languageId: 'python' })).toBeNull();
});

test('the stale copy of the document does not predict what the person just deleted', () => {
  const predictor = createPredictor();
  const above = Array.from({ length: 30 }, (_, i) => `const a${i} = ${i};\n`).join('');
  const below = Array.from({ length: 30 }, (_, i) => `const b${i} = ${i};\n`).join('');
  const text = `${above}launchTheMissiles(target, now);\n${below}`;
  predictor.learn({ uri: 'file:///a.ts', path: 'a.ts', languageId: 'typescript', text });
  expect(ask(predictor, `${above}launchTheMissiles(█\n${below}`)).toBeNull();
  // Elsewhere the same words are known.
  const { request } = atCursor('launchTheMissiles(█\n', { uri: 'file:///b.ts' });
  expect(predictor.predict({ ...request, path: 'b.ts' }, 0)?.text).toBe('target, now);');
});

test('the learned copy still speaks for what lies outside the window', () => {
  const predictor = createPredictor();
  const filler = Array.from({ length: 40 }, (_, i) => `const a${i} = ${i};\n`);
  const line = 'registry.register(createHandler(options));\n';
  const text = line.repeat(3) + filler.join('');
  predictor.learn({ uri: 'file:///a.ts', path: 'a.ts', languageId: 'typescript', text });
  const window = filler.slice(20).join('');
  expect(ask(predictor, `${window}registry.█\n`)?.text).toBe('register(createHandler(options));');
});

test('forgets a document, and everything', () => {
  const predictor = taught();
  for (let i = 0; i < 3; i++) predictor.forget(`file:///s${i}.ts`);
  expect(ask(predictor, 'const connection = █\n')).toBeNull();
  const other = taught();
  ask(other, 'const connection = █\n');
  other.clear();
  expect(other.stats()).toMatchObject({ files: 0, tokens: 0, full: false });
  expect(ask(other, 'const connection = █\n')).toBeNull();
});

test('a higher threshold never lengthens the text nor accepts a less likely one', () => {
  const predictor = taught(SERVICE.replaceAll('host', 'path'), SERVICE.replaceAll('port', 'user'));
  let longest = Number.POSITIVE_INFINITY;
  for (const threshold of [0, 0.3, 0.5, 0.7]) {
    const prediction = createAsk(predictor, threshold);
    if (prediction === null) continue;
    expect(prediction.text.length).toBeLessThanOrEqual(longest);
    longest = prediction.text.length;
  }
  expect(longest).toBeLessThan(Number.POSITIVE_INFINITY);
});

function createAsk(predictor: ReturnType<typeof createPredictor>, threshold: number) {
  return ask(predictor, 'const connection = █\n', threshold);
}

test('what the person typed against is not offered there again', () => {
  const predictor = taught();
  expect(ask(predictor, 'const connection = █\n')).not.toBeNull();
  ask(predictor, 'const connection = x█\n');
  expect(ask(predictor, 'const connection = █\n')).toBeNull();
  // On another line it is.
  expect(ask(predictor, 'let a;\nconst connection = █\n')).not.toBeNull();
});

test('rejections lower the confidence of that language only, acceptances raise it', () => {
  const predictor = taught();
  const before = ask(predictor, 'const connection = █\n', 0)?.probability ?? 0;
  for (let i = 0; i < 10; i++) predictor.feedback('typescript', false, 0.9);
  const lower = ask(predictor, 'let a;\nconst connection = █\n', 0)?.probability ?? 0;
  for (let i = 0; i < 40; i++) predictor.feedback('typescript', true, 0.5);
  const higher = ask(predictor, 'let b;\nconst connection = █\n', 0)?.probability ?? 0;
  for (let i = 0; i < 99; i++) predictor.feedback('python', false, 0.9);
  const same = ask(predictor, 'let c;\nconst connection = █\n', 0)?.probability ?? 0;
  expect(lower).toBeLessThan(before);
  expect(higher).toBeGreaterThan(before);
  expect(same).toBeCloseTo(higher, 2);
});

test('no amount of feedback makes it certain or mute for good', () => {
  const predictor = taught();
  for (let i = 0; i < 10_000; i++) predictor.feedback('typescript', true, 0.01);
  expect(ask(predictor, 'const connection = █\n', 0)?.probability).toBeLessThan(1);
  for (let i = 0; i < 10_000; i++) predictor.feedback('typescript', false, 0.99);
  expect(ask(predictor, 'let a;\nconst connection = █\n', 0)).not.toBeNull();
});

test('text that could deceive the eye is never offered', () => {
  for (const bad of ['\u202e', '\u2066', '\u0007', '\u2028', '\u0085']) {
    const text = SERVICE.replaceAll('.host', `.ho${bad}st`);
    const predictor = createPredictor();
    for (let i = 0; i < 3; i++) {
      predictor.learn({ uri: `file:///s${i}.ts`, path: `s${i}.ts`, languageId: '', text });
    }
    expect(ask(predictor, 'const connection = openConnection(█\n')?.text ?? '').not.toContain(bad);
  }
});

const hostile: readonly [name: string, text: string][] = [
  ['empty', ''],
  ['only line ends', '\r\n'.repeat(1000)],
  ['binary', '\0\u0001\uffff'.repeat(10_000)],
  ['one endless line', 'a=b;'.repeat(70_000)],
  ['one endless word', 'x'.repeat(290_000)],
  ['open brackets', '('.repeat(100_000)],
  ['lone surrogates', '\ud83d \ude00 '.repeat(10_000)],
  ['emoji', '👩‍👩‍👧‍👦'.repeat(5_000)],
  ['ten megabytes', 'const value = other;\n'.repeat(500_000)],
];

test.each(hostile)('survives a document that is %s', (_, text) => {
  const predictor = createPredictor({ maxTokens: 300_000 });
  predictor.learn({ uri: 'file:///h.ts', path: 'h.ts', languageId: '', text });
  const half = text.length >> 1;
  const { request } = atCursor('█');
  const prediction = predictor.predict({
    ...request,
    prefix: text.slice(0, half),
    suffix: text.slice(half),
  });
  expect(prediction?.text ?? '').not.toMatch(/[\r\n]/);
  expect(prediction?.text.isWellFormed() ?? true).toBe(true);
  expect(predictor.stats().tokens).toBeLessThanOrEqual(300_000);
});

test('documents over 300 000 characters are left out', () => {
  const predictor = createPredictor();
  const big = 'const value = other;\n'.repeat(20_000);
  predictor.learn({ uri: 'file:///h.ts', path: 'h.ts', languageId: '', text: SERVICE });
  predictor.learn({ uri: 'file:///h.ts', path: 'h.ts', languageId: '', text: big });
  expect(predictor.stats().files).toBe(0);
});

test('whatever surrounds the cursor, the text is one well-formed line that does not repeat what follows', () => {
  const fragment = fc.constantFrom(
    ...[
      'const connection',
      ' = ',
      'openConnection',
      '(',
      'options.',
      ')',
      ';',
      '\n',
      '\r\n',
      "'",
      ' ',
    ],
    ...['  ', '\t', '😀', 'if (connection === null) ', 'return {', '}'],
  );
  const text = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));
  const predictor = taught();
  fc.assert(
    fc.property(text, text, fc.constantFrom(0, 0.3, 0.5, 0.9), (prefix, suffix, threshold) => {
      const { request } = atCursor('█');
      const prediction = predictor.predict({ ...request, prefix, suffix }, threshold);
      if (prediction === null) return;
      expect(prediction.text).not.toMatch(/[\r\n]|\s$/);
      expect(prediction.text.length).toBeGreaterThanOrEqual(3);
      expect(prediction.text.isWellFormed()).toBe(true);
      expect(prediction.probability).toBeGreaterThan(0);
      expect(prediction.probability).toBeLessThan(1);
      const rest = suffix.split(/[\r\n]/)[0] ?? '';
      expect(rest.startsWith(prediction.text)).toBe(false);
    }),
    { numRuns: 400 },
  );
});

test('the same question has the same answer', () => {
  const predictor = taught();
  const first = ask(predictor, 'const connection = openC█\n');
  for (let i = 0; i < 5; i++) expect(ask(predictor, 'const connection = openC█\n')).toEqual(first);
});

test('says when the index is full, and stays within its limit', () => {
  const predictor = createPredictor({ maxTokens: 1000 });
  const text = Array.from({ length: 140 }, (_, i) => `w${i}`).join(' ');
  const learn = (path: string) =>
    predictor.learn({ uri: `file:///${path}`, path, languageId: '', text });
  for (let i = 0; i < 5; i++) learn(`a/${i}.ts`);
  expect(predictor.stats()).toMatchObject({ files: 5, full: false });
  for (let i = 5; i < 8; i++) learn(`far/away/${i}.ts`);
  expect(predictor.stats().full).toBe(true);
  expect(predictor.stats().tokens).toBeLessThanOrEqual(1000);
});
