import { expect, test } from 'vitest';
import { shownLanes } from '../../../src/core/measure/shown-lanes.ts';
import type { ShownSource } from '../../../src/core/record.ts';
import { lane, mute, race } from '../../support/records.ts';

const shown = (source: ShownSource, model = 'qwen') => ({ model, source, chars: 20 });

test('a race credits the lane whose text it shows, and no other', () => {
  const winner = lane();
  const loser = lane({ model: 'gateway' });
  const races = [race({ at: 0, returnedMs: 180, shown: shown('race'), lanes: [loser, winner] })];
  expect([...shownLanes(races)]).toEqual([winner]);
});

test('nothing shown, nothing credited', () => {
  expect(shownLanes([race({ lanes: [lane()] })]).size).toBe(0);
});

test('a request in flight is credited by the keystroke that shows it', () => {
  const early = lane({ endMs: 500 });
  const races = [
    race({ at: 1000, silence: 'superseded', lanes: [early] }),
    race({ at: 1090, returnedMs: 60, shown: shown('in-flight') }),
  ];
  expect([...shownLanes(races)]).toEqual([early]);
});

test('in flight credits the latest lane of that model that still ran', () => {
  const over = lane({ endMs: 50 });
  const running = lane({ endMs: 900 });
  const other = lane({ model: 'gateway', endMs: 900 });
  const races = [
    race({ at: 1000, lanes: [over] }),
    race({ at: 1100, lanes: [running, other] }),
    race({ at: 1200, returnedMs: 60, shown: shown('in-flight') }),
  ];
  expect([...shownLanes(races)]).toEqual([running]);
});

test('a lane that had ended before is not in flight', () => {
  const races = [
    race({ at: 1000, lanes: [lane({ endMs: 50 })] }),
    race({ at: 5000, returnedMs: 60, shown: shown('in-flight') }),
  ];
  expect(shownLanes(races).size).toBe(0);
});

test('memory credits the latest lane that had spoken, although it is over', () => {
  const late = lane({ endMs: 700 });
  const races = [
    race({ at: 1000, silence: 'late', lanes: [late] }),
    race({ at: 9000, returnedMs: 1, shown: shown('memory') }),
  ];
  expect([...shownLanes(races)]).toEqual([late]);
});

test('a lane without text cannot have been shown', () => {
  const races = [
    race({ at: 1000, lanes: [mute({ endMs: 900 })] }),
    race({ at: 1100, returnedMs: 1, shown: shown('in-flight') }),
  ];
  expect(shownLanes(races).size).toBe(0);
});

test('many keystrokes that show one lane credit it once', () => {
  const first = lane({ endMs: 300 });
  const races = [
    race({ at: 0, returnedMs: 180, shown: shown('race'), lanes: [first] }),
    ...Array.from({ length: 20 }, (_, index) =>
      race({ at: 400 + index, returnedMs: 1, shown: shown('memory') }),
    ),
  ];
  expect([...shownLanes(races)]).toEqual([first]);
});
