import { expect, test } from 'vitest';
import { startFlight } from '../../../src/core/race/flight.ts';
import { anchorAt } from '../../../src/core/reuse/agreement.ts';
import { atCursor } from '../../support/cursor.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeModel, type Step } from '../../support/fake-model.ts';

async function fly(document: string, script: readonly Step[]) {
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
    onChange: () => {},
  });
  await clock.advance(3000);
  const { text, outcome } = flight;
  const { chars, endMs } = flight.toRecord();
  return { text, outcome, chars, endMs, aborted: model.requests[0]?.abortedAtMs !== null };
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
