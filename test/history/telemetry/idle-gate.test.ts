import { expect, test } from 'vitest';
import { createIdleGate } from '../../../src/history/telemetry/idle-gate.ts';

/** A gate with one growing total, and the totals that reports carried. */
function setup() {
  const gate = createIdleGate();
  const reports: number[] = [];
  let total = 0;
  return {
    gate,
    reports,
    type: () =>
      gate.add(() => {
        total += 1;
      }),
    tick: (arrives = true) => {
      if (!gate.isDue) return;
      gate.begin();
      reports.push(total);
      gate.end(arrives);
    },
  };
}

test('after a change the same totals are reported once more, then nothing', () => {
  const { reports, type, tick } = setup();
  type();
  type();
  for (let ticks = 0; ticks < 5; ticks += 1) tick();
  expect(reports).toEqual([2, 2]);
});

test('after a silence the old totals go first, so that the growth has a beginning', () => {
  const { gate, reports, type, tick } = setup();
  type();
  tick();
  tick();
  expect(gate.isAsleep).toBe(true);
  type();
  type();
  tick();
  tick();
  tick();
  tick();
  expect(reports).toEqual([1, 1, 1, 3, 3]);
});

test('what did not arrive is reported until it does', () => {
  const { reports, type, tick } = setup();
  type();
  tick(false);
  tick(false);
  tick();
  tick();
  tick();
  expect(reports).toEqual([1, 1, 1, 1]);
});

test('a keystroke during a report is reported after it', () => {
  const { gate, reports, type, tick } = setup();
  type();
  gate.begin();
  reports.push(1);
  type();
  gate.end(true);
  tick();
  tick();
  tick();
  expect(reports).toEqual([1, 2, 2]);
});

test('a wake-up that does not arrive still lets the keystrokes in', () => {
  const { reports, type, tick } = setup();
  type();
  tick();
  tick();
  type();
  tick(false);
  tick();
  tick();
  tick();
  expect(reports).toEqual([1, 1, 1, 2, 2]);
});
