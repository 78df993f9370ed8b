import { expect, test } from 'vitest';
import { cacheFigure } from '../../../src/core/measure/cache-figure.ts';
import { lane, mute } from '../../support/records.ts';

test('the hit share weighs prompts by their tokens', () => {
  const lanes = [
    lane({ usage: { promptTokens: 100, cachedTokens: 0 } }),
    lane({ usage: { promptTokens: 300, cachedTokens: 280 } }),
  ];
  expect(cacheFigure(lanes)).toEqual({
    hitShare: 0.7,
    cachedTokens: 280,
    promptTokens: 400,
    n: 2,
    from: 'server',
  });
});

test('reports are not mixed with estimates', () => {
  const estimated = lane({ usage: {}, promptSize: { chars: 3600, repeatedChars: 0 } });
  expect(cacheFigure([lane(), estimated])).toMatchObject({
    promptTokens: 900,
    n: 1,
    from: 'server',
  });
});

test('without any report the repeated beginning of prompts is an estimate', () => {
  const promptSize = { chars: 800, repeatedChars: 600 };
  expect(cacheFigure([lane({ usage: {}, promptSize })], 4)).toEqual({
    hitShare: 0.75,
    cachedTokens: 150,
    promptTokens: 200,
    n: 1,
    from: 'estimated',
  });
});

test('where nothing tells there is no figure, and no share of an empty prompt', () => {
  expect(cacheFigure([mute()])).toBeNull();
  expect(cacheFigure([lane({ usage: { promptTokens: 0, cachedTokens: 0 } })])).toBeNull();
});
