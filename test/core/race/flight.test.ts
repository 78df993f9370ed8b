import { expect, test } from 'vitest';
import { startFlight } from '../../../src/core/race/flight.ts';
import { anchorAt } from '../../../src/core/reuse/agreement.ts';
import { atCursor } from '../../support/cursor.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeModel, type Step } from '../../support/fake-model.ts';

async function fly(document: string, script: readonly Step[], toItsEnd = false) {
  const clock = createFakeClock();
  const model = createFakeModel(clock, { script });
  const { request, offset } = atCursor(document);
  const flight = startFlight({
    model,
    request,
    anchor: anchorAt({ ...request, offset }),
    raceId: 'race',
    clock,
    timeoutMs: 1000,
    toItsEnd,
    onChange: () => {},
  });
  await clock.advance(3000);
  const { text, outcome } = flight;
  const { chars, endMs, usage } = flight.toRecord();
  return { text, outcome, chars, endMs, usage, aborted: model.requests[0]?.abortedAtMs !== null };
}

test('a request ends with the token that leaves the block, and what is of use is kept', async () => {
  const script = [100, '();', 100, '\n  b();', 100, '\nconst', 100, ' c = 1;', 100, '\n'];
  expect(await fly('f() {\n  a█', script)).toMatchObject({
    text: '();\n  b();\n',
    outcome: 'finished',
    aborted: true,
    endMs: 300,
    chars: '();\n  b();\nconst'.length,
  });
});

test('a request whose answer goes in circles ends, and keeps what came before', async () => {
  const round = [50, '\n  b();'];
  const script = [100, 'a();', ...Array.from({ length: 20 }, () => round).flat()];
  expect(await fly('f() {\n  █', script)).toMatchObject({
    text: 'a();\n  b();',
    aborted: true,
    endMs: 300,
  });
});

test('an answer in a Markdown fence is its code, and ends with the fence', async () => {
  const script = [100, '```ts\n', 100, 'b();\n``', 100, '`\nThis', 100, ' calls b.'];
  expect(await fly('f() {\n  █', script)).toMatchObject({
    text: 'b();\n',
    outcome: 'finished',
    aborted: true,
    endMs: 300,
  });
});

test('an answer that stays in its block runs on to its end', async () => {
  const script = [100, 'a();\n', 100, '  b();\n', 100, '  c();\n'];
  expect(await fly('f() {\n  █', script)).toMatchObject({
    text: 'a();\n  b();\n  c();\n',
    outcome: 'finished',
    aborted: false,
  });
});

test('one that is measured goes on to its own end, and its text does not', async () => {
  const usage = { completionTokens: 9 };
  const rest: Step[] = [100, ' c = 1;', 100, '\n', { type: 'usage', usage }];
  const script: Step[] = [100, '();', 100, '\n  b();', 100, '\nconst', ...rest];
  expect(await fly('f() {\n  a█', script, true)).toMatchObject({
    text: '();\n  b();\n',
    outcome: 'finished',
    endMs: 500,
    usage,
    aborted: false,
  });
  expect(await fly('f() {\n  a█', script)).toMatchObject({ text: '();\n  b();\n', usage: {} });
});

test('not even that one goes on for ever', async () => {
  const endless = Array.from({ length: 400 }, () => [1, 'x'.repeat(100)] as const).flat();
  const flown = await fly('f() {\n  a█', ['();\nconst c = 1;\n', ...endless], true);
  expect(flown).toMatchObject({ outcome: 'finished', aborted: true });
  expect(flown.chars).toBeLessThan(20_200);
});

test('the first token of an answer without reasoning is that of the answer, to the hundredth', async () => {
  const clock = createFakeClock();
  // A real clock moves on between two readings.
  let readings = 0;
  const nowMs = (): number => {
    readings += 1;
    return clock.nowMs() + readings / 100;
  };
  const { request, offset } = atCursor('f() {\n  █');
  const flight = startFlight({
    model: createFakeModel(clock, { script: [100, 'a();\n'] }),
    request,
    anchor: anchorAt({ ...request, offset }),
    raceId: 'race',
    clock: { ...clock, nowMs },
    timeoutMs: 1000,
    toItsEnd: true,
    onChange: () => {},
  });
  await clock.advance(200);
  const { firstTokenMs, firstAnswerMs } = flight.toRecord();
  expect(firstTokenMs).toBeGreaterThan(0);
  expect(firstAnswerMs).toBe(firstTokenMs);
});
