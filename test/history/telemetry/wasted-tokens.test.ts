import { expect, test } from 'vitest';
import {
  createWastedTokens,
  type WastedAnswer,
} from '../../../src/history/telemetry/wasted-tokens.ts';
import { lane, race, shownText, spoken, stopped } from '../../support/records.ts';

const said = (answers: readonly WastedAnswer[]) =>
  answers.map(({ lane: { model }, tokens }) => `${model} ${tokens}`);

test('an answer that was shown is not wasted, one that lost is', () => {
  const wasted = createWastedTokens();
  const lanes = [lane(), lane({ model: 'slow', usage: { completionTokens: 40 } }), spoken(1)];
  expect(wasted.add(race({ returnedMs: 190, shown: shownText(), lanes }))).toEqual([]);
  expect(said(wasted.rest())).toEqual(['slow 40']);
  expect(wasted.rest()).toEqual([]);
});

test('an answer may still be shown by a later keystroke', () => {
  const wasted = createWastedTokens();
  wasted.add(race({ silence: 'superseded', lanes: [lane()] }));
  wasted.add(race({ id: 'r2', returnedMs: 2, shown: shownText({ source: 'memory' }) }));
  expect(wasted.rest()).toEqual([]);
});

test('an answer may be shown before the record of its request is written', () => {
  const wasted = createWastedTokens();
  wasted.add(race({ id: 'r2', returnedMs: 2, shown: shownText({ source: 'in-flight' }) }));
  wasted.add(race({ silence: 'superseded', lanes: [lane()] }));
  expect(wasted.rest()).toEqual([]);
});

test('once newer answers have taken its place, an answer is settled', () => {
  const wasted = createWastedTokens(2);
  const ids = ['r1', 'r2', 'r3', 'r4'];
  const settled = ids.map((id, at) =>
    said(wasted.add(race({ id, lanes: [lane({ usage: { completionTokens: at + 1 } })] }))),
  );
  expect(settled).toEqual([[], [], ['qwen 1'], ['qwen 2']]);
});

test('a stopped request has wasted what the server had counted by then, and nothing that nobody counted', () => {
  const wasted = createWastedTokens();
  const curve = [
    [120, 1, 4, 1],
    [180, 7, 30, 9],
  ] as const;
  wasted.add(race({ id: 'r1', lanes: [stopped(200, { curve })] }));
  wasted.add(race({ id: 'r2', lanes: [stopped(200, { curve: [[120, 1, 4, null]] })] }));
  expect(said(wasted.rest())).toEqual(['qwen 9']);
});

test('what is remembered stays bounded, whatever was shown', () => {
  const wasted = createWastedTokens(3);
  for (let index = 0; index < 50; index += 1) {
    const shown = shownText({ race: `gone${index}` });
    expect(wasted.add(race({ id: `r${index}`, returnedMs: 1, shown }))).toEqual([]);
  }
  wasted.add(race({ id: 'gone0', lanes: [lane()] }));
  wasted.add(race({ id: 'gone49', lanes: [lane({ usage: { completionTokens: 5 } })] }));
  expect(said(wasted.rest())).toEqual(['qwen 21']);
});
