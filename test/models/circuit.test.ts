import { expect, test } from 'vitest';
import type { CompletionModel, Part } from '../../src/core/model.ts';
import { CompletionError } from '../../src/core/outcome.ts';
import { withCircuit } from '../../src/models/circuit.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ask, completionRequest } from '../support/model-server/asking.ts';

/** A model that does what the script says next; `calls` counts the requests that reached it. */
function scripted() {
  const state = { calls: 0, next: 'ok' as 'ok' | CompletionError, key: 'k1' as string | undefined };
  const model: CompletionModel = {
    id: 'm',
    provider: 'ollama',
    queueKey: 'http://127.0.0.1:1',
    async *stream(): AsyncGenerator<Part> {
      state.calls += 1;
      if (state.next !== 'ok') throw state.next;
      yield { type: 'text', text: 'a' };
      yield { type: 'finish', reason: 'stop' };
    },
  };
  const clock = createFakeClock();
  const { model: guarded, available } = withCircuit(model, { clock, key: async () => state.key });
  const fail = async (error: CompletionError, times = 1) => {
    state.next = error;
    for (let time = 0; time < times; time += 1) await ask(guarded);
  };
  /** Whether a request now reaches the model. */
  const reaches = async (): Promise<boolean> => {
    const before = state.calls;
    await ask(guarded);
    return state.calls > before;
  };
  return { state, clock, guarded, available, fail, reaches };
}

const down = new CompletionError('unreachable', 'Nothing is listening on 127.0.0.1:1.');
const aborted = new CompletionError('aborted', 'The request was stopped.');

test('it looks like the model that it guards, and lets its parts through', async () => {
  const { guarded } = scripted();
  expect([guarded.id, guarded.provider, guarded.queueKey]).toEqual([
    'm',
    'ollama',
    'http://127.0.0.1:1',
  ]);
  expect((await ask(guarded)).parts.map((part) => part.type)).toEqual(['text', 'finish']);
});

test('two failures are let pass, the third opens', async () => {
  const { fail, reaches } = scripted();
  await fail(down, 2);
  expect(await reaches()).toBe(true);
  expect(await reaches()).toBe(false);
});

test('a success in between starts the count again', async () => {
  const { state, fail, reaches } = scripted();
  await fail(down, 2);
  state.next = 'ok';
  expect(await reaches()).toBe(true);
  await fail(down, 2);
  expect(await reaches()).toBe(true);
});

test('a skipped request fails at once with the last fault in its own words', async () => {
  const { state, guarded, fail } = scripted();
  await fail(new CompletionError('http', 'gateway is failing (503).', { status: 503 }), 3);
  const { error } = await ask(guarded);
  expect(error).toBeInstanceOf(CompletionError);
  expect(error).toMatchObject({ code: 'http', message: 'gateway is failing (503).', status: 503 });
  expect(error).toMatchObject({ unsent: true });
  expect(state.calls).toBe(3);
});

test('after 2 s one request is let through, and its success closes', async () => {
  const { state, clock, fail, reaches } = scripted();
  await fail(down, 3);
  await clock.advance(1999);
  expect(await reaches()).toBe(false);
  await clock.advance(1);
  state.next = 'ok';
  expect(await reaches()).toBe(true);
  await fail(down, 2);
  expect(await reaches()).toBe(true);
});

test('each failed attempt doubles the pause, up to a minute', async () => {
  const { clock, fail, reaches } = scripted();
  await fail(down, 3);
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    await clock.advance(seconds * 1000 - 1);
    expect(await reaches()).toBe(false);
    await clock.advance(1);
    expect(await reaches()).toBe(true);
  }
});

test('a recovery forgets the long pauses', async () => {
  const { state, clock, fail, reaches } = scripted();
  await fail(down, 3);
  await clock.advance(2000);
  expect(await reaches()).toBe(true);
  await clock.advance(4000);
  state.next = 'ok';
  expect(await reaches()).toBe(true);
  await fail(down, 3);
  await clock.advance(2000);
  expect(await reaches()).toBe(true);
});

test('while one request probes, others are skipped instead of waiting for it', async () => {
  const { state, clock, guarded, fail, reaches } = scripted();
  await fail(down, 3);
  await clock.advance(2000);
  state.next = 'ok';
  const signal = new AbortController().signal;
  const probe = guarded.stream(completionRequest(), { signal, onMark: () => undefined });
  const iterator = probe[Symbol.asyncIterator]();
  await iterator.next();
  expect(await reaches()).toBe(false);
  while (!(await iterator.next()).done);
  expect(await reaches()).toBe(true);
});

test('stopped requests count neither way', async () => {
  const { fail, reaches } = scripted();
  await fail(aborted, 10);
  expect(await reaches()).toBe(true);
  await fail(down, 2);
  await fail(aborted, 5);
  await fail(down, 1);
  expect(await reaches()).toBe(false);
});

test('a stopped probe neither closes nor lengthens the pause: the next request probes', async () => {
  const { state, clock, fail, reaches } = scripted();
  await fail(down, 3);
  await clock.advance(2000);
  await fail(aborted, 1);
  expect(state.calls).toBe(4);
  state.next = down;
  expect(await reaches()).toBe(true);
  expect(await reaches()).toBe(false);
  await clock.advance(4000);
  state.next = 'ok';
  expect(await reaches()).toBe(true);
});

test('a request left after its first text says that the server works', async () => {
  const { state, guarded, fail, reaches } = scripted();
  await fail(down, 2);
  state.next = 'ok';
  const signal = new AbortController().signal;
  for await (const _part of guarded.stream(completionRequest(), {
    signal,
    onMark: () => undefined,
  })) {
    break;
  }
  await fail(down, 2);
  expect(await reaches()).toBe(true);
});

test('a pause that the server asks for is kept from the first time on', async () => {
  const { state, clock, fail, reaches } = scripted();
  await fail(new CompletionError('rate-limited', 'Slow down.', { retryAfterMs: 5000 }));
  await clock.advance(4999);
  expect(await reaches()).toBe(false);
  await clock.advance(1);
  state.next = 'ok';
  expect(await reaches()).toBe(true);
});

test('a pause that the server asks for outlasts a shorter one of ours', async () => {
  const { clock, fail, reaches } = scripted();
  await fail(down, 2);
  await fail(new CompletionError('rate-limited', 'Slow down.', { retryAfterMs: 90_000 }));
  await clock.advance(89_999);
  expect(await reaches()).toBe(false);
  await clock.advance(1);
  expect(await reaches()).toBe(true);
});

test('a refused key opens at once and until there is another', async () => {
  const { state, clock, guarded, fail, reaches } = scripted();
  await fail(new CompletionError('auth', 'The key was refused (401).', { status: 401 }));
  await clock.advance(3_600_000);
  expect(await reaches()).toBe(false);
  expect((await ask(guarded)).error).toMatchObject({ code: 'auth', status: 401 });
  state.key = 'k2';
  state.next = 'ok';
  expect(await reaches()).toBe(true);
  expect(await reaches()).toBe(true);
});

test('a missing key that was refused waits for one', async () => {
  const { state, fail, reaches } = scripted();
  state.key = undefined;
  await fail(new CompletionError('auth', 'A key is needed (401).', { status: 401 }));
  expect(await reaches()).toBe(false);
  state.key = 'k1';
  expect(await reaches()).toBe(true);
});

test('an error of no known kind counts as a failure and reaches the caller as one of ours', async () => {
  const { state, guarded, reaches } = scripted();
  state.next = new TypeError('bug') as unknown as CompletionError;
  const { error } = await ask(guarded);
  expect(error).toMatchObject({ code: 'bad-stream', message: 'bug' });
  await ask(guarded);
  await ask(guarded);
  expect(await reaches()).toBe(false);
});

test('it says beforehand whether a request would be sent', async () => {
  const { state, clock, available, fail, reaches } = scripted();
  expect(available()).toBe(true);
  await fail(down, 3);
  expect(available()).toBe(false);
  await clock.advance(2000);
  expect(available()).toBe(true);
  state.next = 'ok';
  expect(await reaches()).toBe(true);
  await fail(new CompletionError('auth', 'The key was refused (401).', { status: 401 }));
  await clock.advance(3_600_000);
  expect(available()).toBe(false);
});

test('it is not available to others while one request probes', async () => {
  const { state, clock, guarded, available, fail } = scripted();
  await fail(down, 3);
  await clock.advance(2000);
  state.next = 'ok';
  const during: boolean[] = [];
  await ask(guarded, { onPart: () => during.push(available()) });
  expect(during).toEqual([false, false]);
  expect(available()).toBe(true);
});
