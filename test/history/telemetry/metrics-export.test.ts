import { afterEach, expect, test } from 'vitest';
import type { JournalRecord } from '../../../src/core/record.ts';
import type { TelemetrySettings } from '../../../src/core/settings.ts';
import { createMetricsExport } from '../../../src/history/telemetry/metrics-export.ts';
import { createTransport } from '../../../src/models/transport.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { modelEntry } from '../../support/model-server/asking.ts';
import { type DecodedReport, decodeMetrics } from '../../support/otlp/decode-metrics.ts';
import { type Collector, startCollector } from '../../support/otlp/start-collector.ts';
import {
  accept,
  failed,
  lane,
  measurement,
  race,
  shownText,
  spoken,
} from '../../support/records.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const entry = modelEntry({
  id: 'qwen',
  model: 'qwen2.5-coder-1.5b',
  stop: ['CANARY stop string'],
  headers: { 'x-team': 'CANARY header' },
});

interface Setup {
  readonly metrics: ReturnType<typeof createMetricsExport>;
  readonly collector: Collector;
  readonly clock: FakeClock;
  readonly problems: string[];
  readonly reports: () => DecodedReport[];
}

/** The exporter as it is, over a real socket to a collector that keeps what it gets. */
async function setup(
  more: Partial<TelemetrySettings> = {},
  token: () => Promise<string | undefined> = async () => undefined,
): Promise<Setup> {
  const collector = await startCollector();
  const transport = createTransport();
  const clock = createFakeClock();
  const problems: string[] = [];
  const metrics = createMetricsExport({
    settings: { endpoint: collector.url, conventions: 'operation', intervalSeconds: 60, ...more },
    clock,
    version: '0.1.0',
    instanceId: 'e0b6c1c2-0000-4000-8000-000000000000',
    models: () => [entry],
    post: (request) => transport.post({ ...request, onMark: () => {} }),
    token,
    onProblem: (sentence) => problems.push(sentence),
  });
  cleanups.push(
    () => collector.close(),
    () => transport.close(),
    () => {
      collector.answer = (response) => response.end();
      return metrics.shutdown(1000);
    },
  );
  const reports = () => collector.received.map(({ body }) => decodeMetrics(body));
  return { metrics, collector, clock, problems, reports };
}

const shown = race({ returnedMs: 190, shown: shownText(), lanes: [lane(), spoken(2)] });
const everything: readonly JournalRecord[] = [
  shown,
  race({ id: 'r2', silence: 'failed', lanes: [failed(40)] }),
  accept(),
  measurement(),
];

const metric = (report: DecodedReport | undefined, name: string) =>
  report?.metrics.find((one) => one.name === name);

test('a report is OTLP in protobuf, POSTed below the endpoint', async () => {
  const { metrics, collector, reports } = await setup();
  for (const record of everything) metrics.append(record);
  await metrics.flush();
  const [received] = collector.received;
  expect(received).toMatchObject({ method: 'POST', path: '/v1/metrics' });
  expect(received?.headers).toMatchObject({
    'content-type': 'application/x-protobuf',
    'content-length': String(received?.body.length),
  });
  expect(received?.headers['authorization']).toBeUndefined();
  const [report] = reports();
  expect(report?.resource).toEqual({
    'service.name': 'first-token',
    'service.version': '0.1.0',
    'service.instance.id': 'e0b6c1c2-0000-4000-8000-000000000000',
  });
  const answered = metric(report, 'first_token.client.first_answer');
  expect(answered).toMatchObject({ kind: 'histogram', unit: 's' });
  const [ofQwen] = answered?.points ?? [];
  expect(ofQwen).toMatchObject({ count: 1, sum: 0.12 });
  expect(ofQwen?.bounds).toContain(0.3);
  expect(ofQwen?.attributes).toEqual({
    'first_token.model.id': 'qwen',
    'gen_ai.operation.name': 'text_completion',
    'gen_ai.provider.name': 'llama_cpp',
    'gen_ai.request.model': 'qwen2.5-coder-1.5b',
    'server.address': '127.0.0.1',
    'server.port': 8012,
    'first_token.trigger': 'automatic',
    'first_token.language': 'typescript',
  });
  expect(metric(report, 'first_token.client.keystrokes')).toMatchObject({
    kind: 'counter',
    unit: '{keystroke}',
    points: [
      { value: 1, attributes: { 'first_token.outcome': 'shown_in_time' } },
      { value: 1, attributes: { 'first_token.silence.reason': 'failed' } },
    ],
  });
});

test('totals grow from report to report', async () => {
  const { metrics, reports } = await setup();
  metrics.append(shown);
  await metrics.flush();
  metrics.append({ ...shown, id: 'r2' });
  await metrics.flush();
  const counts = reports().map((report) => metric(report, 'first_token.client.shown')?.points);
  expect(counts).toMatchObject([[{ count: 1, sum: 0.19 }], [{ count: 2, sum: 0.38 }]]);
});

test('exactly 300 ms counts as within 0.3 s', async () => {
  const { metrics, reports } = await setup();
  metrics.append(race({ returnedMs: 300, shown: shownText() }));
  metrics.append(race({ returnedMs: 300.01, shown: shownText() }));
  await metrics.flush();
  const { bounds = [], buckets = [] } =
    metric(reports()[0], 'first_token.client.shown')?.points[0] ?? {};
  const within = buckets.slice(0, bounds.indexOf(0.3) + 1).reduce((sum, one) => sum + one, 0);
  expect(within).toBe(1);
});

test('the names follow the conventions that are set', async () => {
  for (const conventions of ['operation', 'inference'] as const) {
    const { metrics, reports } = await setup({ conventions });
    metrics.append(shown);
    await metrics.flush();
    const names = reports()[0]?.metrics.map(({ name }) => name) ?? [];
    const standard = names.filter((name) => name.startsWith('gen_ai.'));
    expect(standard).toContain(`gen_ai.client.${conventions}.duration`);
    const other = conventions === 'operation' ? 'inference' : 'operation.duration';
    expect(standard.join()).not.toContain(`gen_ai.client.${other}`);
  }
});

test('no code, prompt, path, id or time of a record is in the bytes', async () => {
  const { metrics, collector } = await setup();
  const strayed = {
    ...shown,
    id: 'CANARY-race',
    prompt: 'CANARY prompt',
    path: '/home/CANARY/secret.ts',
    lanes: [{ ...lane(), text: 'CANARY text', error: { code: 'http', message: 'CANARY' } }],
  } as unknown as JournalRecord;
  metrics.append(strayed);
  metrics.append(race({ language: '/home/CANARY/x', lanes: [lane()] }));
  metrics.append({ ...accept(), race: 'CANARY-race' });
  metrics.append({ ...measurement(), id: 'CANARY', run: 'CANARY' });
  await metrics.flush();
  const bytes = collector.received[0]?.body.toString('latin1') ?? '';
  expect(bytes).toContain('first_token.client.keystrokes');
  expect(bytes).not.toMatch(/CANARY|\/home|secret/);
  expect(bytes).not.toContain(process.env['HOME'] ?? '/root');
});

test('nothing measured, nothing sent: no connection is opened', async () => {
  const { metrics, collector, problems } = await setup();
  await metrics.flush();
  await metrics.shutdown(1000);
  expect(collector.connections()).toBe(0);
  expect(problems).toEqual([]);
});

test('an idle window falls silent, and wakes up with its old totals', async () => {
  const { metrics, reports } = await setup();
  metrics.append(shown);
  for (let tick = 0; tick < 5; tick += 1) await metrics.flush();
  expect(reports()).toHaveLength(2);
  metrics.append({ ...shown, id: 'r2' });
  for (let tick = 0; tick < 5; tick += 1) await metrics.flush();
  const counts = reports().map(
    (report) => metric(report, 'first_token.client.shown')?.points[0]?.count,
  );
  expect(counts).toEqual([1, 1, 1, 2, 2]);
});

test('what was measured last is reported before the window closes, wasted tokens with it', async () => {
  const { metrics, reports } = await setup();
  metrics.append(race({ silence: 'superseded', lanes: [lane()] }));
  await metrics.shutdown(1000);
  expect(reports()).toHaveLength(1);
  expect(metric(reports()[0], 'first_token.client.wasted_tokens')?.points).toMatchObject([
    { value: 21 },
  ]);
});

test('a window that slept still reports its last keystroke and its waste', async () => {
  const { metrics, reports } = await setup();
  metrics.append(shown);
  for (let tick = 0; tick < 3; tick += 1) await metrics.flush();
  metrics.append(race({ id: 'r2', silence: 'superseded', lanes: [lane()] }));
  await metrics.shutdown(1000);
  const last = reports().at(-1);
  expect(metric(last, 'first_token.client.keystrokes')?.points).toHaveLength(2);
  expect(metric(last, 'first_token.client.wasted_tokens')?.points).toMatchObject([{ value: 21 }]);
});

test('the key of the endpoint goes with each report, as it is then', async () => {
  let key: string | undefined = 'sk-1';
  const { metrics, collector } = await setup({}, async () => key);
  metrics.append(shown);
  await metrics.flush();
  key = undefined;
  metrics.append(shown);
  await metrics.flush();
  const sent = collector.received.map(({ headers }) => headers['authorization']);
  expect(sent).toEqual(['Bearer sk-1', undefined]);
});

test('a key that no header can hold is not sent', async () => {
  const { metrics, collector, problems } = await setup({}, async () => 'sk\r\nx-evil: 1');
  metrics.append(shown);
  await metrics.flush();
  expect(collector.connections()).toBe(0);
  expect(problems).toEqual([
    expect.stringMatching(/^The API key for 127.* cannot be sent\. Set it/),
  ]);
});

test.each([
  ['', '/v1/metrics'],
  ['/v1/metrics', '/v1/metrics'],
  ['/api/v1/otlp', '/api/v1/otlp/v1/metrics'],
])('the endpoint %j is asked at %s', async (below, path) => {
  const collector = await startCollector();
  cleanups.push(() => collector.close());
  const { metrics } = await setup({ endpoint: collector.url + below });
  metrics.append(shown);
  await metrics.flush();
  expect(collector.received.map((one) => one.path)).toEqual([path]);
});

const refusals: readonly [
  what: string,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array,
  sentence: RegExp,
][] = [
  ['wants a key', 401, {}, '', /wants a token \(HTTP 401\): First Token: Set API Key\.$/],
  ['is at another address', 404, {}, '', /refused the metrics \(HTTP 404\)\. Is firstToken\.tele/],
  ['redirects', 307, { location: 'http://127.0.0.1:9/x' }, '', /redirects \(HTTP 307\)/],
  ['is a web page', 200, { 'content-type': 'text/html' }, '<html>', /answered with a web page/],
  ['is busy', 503, {}, '', /HTTP 503\); the next report brings them along/],
  [
    'rejects a part',
    200,
    { 'content-type': 'application/x-protobuf' },
    // partial_success { rejected_data_points: 3, error_message: "too old" }
    Uint8Array.from([10, 11, 8, 3, 18, 7, ...Buffer.from('too old')]),
    /rejected 3 values: "too old"\.$/,
  ],
];

test.each(refusals)(
  'a collector that %s is told once',
  async (_, status, headers, body, sentence) => {
    const { metrics, collector, problems } = await setup();
    collector.answer = (response) => response.writeHead(status, headers).end(body);
    for (let tick = 0; tick < 3; tick += 1) {
      metrics.append(shown);
      await metrics.flush();
    }
    expect(problems).toEqual([expect.stringMatching(sentence)]);
    expect(collector.received).toHaveLength(3);
  },
);

test('a collector that finds new words each time is told twenty times at most', async () => {
  const { metrics, collector, problems } = await setup();
  for (let tick = 0; tick < 25; tick += 1) {
    const rejected = Uint8Array.from([10, 2, 8, 1 + tick]);
    const headers = { 'content-type': 'application/x-protobuf' };
    collector.answer = (response) => response.writeHead(200, headers).end(rejected);
    metrics.append(shown);
    await metrics.flush();
  }
  expect(problems).toHaveLength(20);
  expect(new Set(problems).size).toBe(20);
});

test('a trouble that has passed is news again', async () => {
  const { metrics, collector, problems } = await setup();
  const takes = collector.answer;
  for (const answer of ['busy', 'takes', 'busy'] as const) {
    collector.answer = answer === 'busy' ? (response) => response.writeHead(503).end() : takes;
    metrics.append(shown);
    await metrics.flush();
  }
  expect(problems).toHaveLength(2);
});

test('a dead collector costs one sentence, and what it missed is in the next report', async () => {
  const { metrics, collector, problems, reports } = await setup();
  collector.answer = (response) => response.destroy();
  metrics.append(shown);
  await metrics.flush();
  await metrics.flush();
  expect(problems).toEqual([
    expect.stringMatching(/^The metrics did not reach the collector\. 127/),
  ]);
  collector.answer = (response) => response.end();
  await metrics.flush();
  expect(metric(reports().at(-1), 'first_token.client.shown')?.points[0]?.count).toBe(1);
});

test('nobody listens: the sentence names host and port', async () => {
  const gone = await startCollector();
  await gone.close();
  const { metrics, problems } = await setup({ endpoint: gone.url });
  metrics.append(shown);
  await metrics.flush();
  expect(problems).toEqual([
    `The metrics did not reach the collector. Nothing is listening on ${new URL(gone.url).host}. Is the server running?`,
  ]);
});

test('a collector that never answers is given up after ten seconds', async () => {
  const { metrics, collector, clock, problems } = await setup();
  const asked = new Promise<void>((resolve) => {
    collector.answer = () => resolve();
  });
  metrics.append(shown);
  const flushed = metrics.flush();
  await asked;
  await clock.advance(10_000);
  await flushed;
  expect(problems).toEqual([expect.stringMatching(/did not answer in time\.$/)]);
});

test('closing waits for a collector that never answers no longer than it may', async () => {
  const { metrics, collector, clock } = await setup();
  const asked = new Promise<void>((resolve) => {
    collector.answer = () => resolve();
  });
  metrics.append(shown);
  let isClosed = false;
  const closed = metrics.shutdown(1500).then(() => {
    isClosed = true;
  });
  await asked;
  await clock.advance(1499);
  expect(isClosed).toBe(false);
  await clock.advance(1);
  await closed;
  expect(clock.sleeping()).toBe(0);
});

test('nothing global is touched', async () => {
  const before = Object.getOwnPropertySymbols(globalThis);
  const { metrics } = await setup();
  metrics.append(shown);
  await metrics.flush();
  expect(Object.getOwnPropertySymbols(globalThis)).toEqual(before);
});
