import { expect, test } from 'vitest';
import type { Part } from '../../../src/core/model.ts';
import { createEmbeddedModel } from '../../../src/core/predictor/embedded-model.ts';
import { createPredictor, type Prediction } from '../../../src/core/predictor/predictor.ts';
import { atCursor } from '../../support/cursor.ts';

const { request } = atCursor('const a = █');

function answering(prediction: Prediction | null) {
  const thresholds: (number | undefined)[] = [];
  const predictor = {
    ...createPredictor(),
    predict: (_: unknown, threshold?: number) => {
      thresholds.push(threshold);
      return prediction;
    },
  };
  return { predictor, thresholds };
}

async function partsOf(model: ReturnType<typeof createEmbeddedModel>, signal?: AbortSignal) {
  const parts: Part[] = [];
  const options = {
    signal: signal ?? new AbortController().signal,
    onMark: () => expect.unreachable('there is no transport'),
  };
  for await (const part of model.stream(request, options)) parts.push(part);
  return parts;
}

test('says how sure it is before it says anything', async () => {
  const { predictor } = answering({ text: 'b;', probability: 0.8 });
  expect(await partsOf(createEmbeddedModel(predictor))).toEqual([
    { type: 'confidence', probability: 0.8 },
    { type: 'text', text: 'b;' },
    { type: 'finish', reason: 'stop' },
  ]);
});

test.each([null, { text: 'b;', probability: 0.29 }])('is silent for %j', async (prediction) => {
  const { predictor } = answering(prediction);
  expect(await partsOf(createEmbeddedModel(predictor))).toEqual([
    { type: 'finish', reason: 'stop' },
  ]);
});

test('asks for the threshold each time', async () => {
  const { predictor, thresholds } = answering(null);
  let threshold = 0.7;
  const model = createEmbeddedModel(predictor, { threshold: () => threshold });
  await partsOf(model);
  threshold = 0.35;
  await partsOf(model);
  await partsOf(createEmbeddedModel(predictor));
  expect(thresholds).toEqual([0.7, 0.35, undefined]);
});

test('an abort before or between the parts ends it as aborted', async () => {
  const { predictor } = answering({ text: 'b;', probability: 0.8 });
  const model = createEmbeddedModel(predictor);
  await expect(partsOf(model, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });

  const stop = new AbortController();
  const parts = model.stream(request, { signal: stop.signal, onMark: () => {} });
  const iterator = parts[Symbol.asyncIterator]();
  expect((await iterator.next()).value).toMatchObject({ type: 'confidence' });
  stop.abort();
  await expect(iterator.next()).rejects.toMatchObject({ code: 'aborted' });
});

test('it is a lane of its own: no server, no queue', () => {
  expect(createEmbeddedModel(createPredictor())).toMatchObject({
    id: 'built-in',
    provider: 'embedded',
    queueKey: null,
  });
});
