import { expect, test } from 'vitest';
import { jobTimeMs } from '../../../src/core/measure/job-fit.ts';
import { modelSpeed } from '../../../src/core/measure/model-speed.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import { failed, lane, stopped } from '../../support/records.ts';
import { streamedLane, type Writing } from '../../support/streamed-lane.ts';

/** Requests with prompts of five sizes in turn: TTFT 60 ms + 0.2 ms a token, 10 ms and more a token after it. */
function requests(count: number, writing: Partial<Writing> = {}, seed = 1): LaneRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const promptTokens = [128, 512, 1024, 2048, 4096][i % 5] ?? 0;
    const noise = 0.95 + 0.1 * random();
    const tokens = writing.tokens ?? 400;
    return streamedLane({
      tokens,
      msAt: (position) => 10 + 0.01 * position,
      jitter: 0.3,
      seed: seed * 1000 + i,
      firstTokenMs: (60 + 0.2 * promptTokens) * noise,
      changes: { usage: { promptTokens, cachedTokens: 0, completionTokens: tokens } },
      ...writing,
    });
  });
}

test('the four figures are found again under noise', () => {
  const speed = modelSpeed(requests(30));
  const [baseMs, msPerPromptToken, msPerToken, growthMs] = speed?.fit ?? [0, 0, 0, 0];
  expect(Math.abs(baseMs - 60)).toBeLessThan(10);
  expect(Math.abs(msPerPromptToken - 0.2)).toBeLessThan(0.01);
  expect(Math.abs(msPerToken - 10)).toBeLessThan(0.3);
  expect(Math.abs(growthMs - 0.01)).toBeLessThan(0.0015);
  expect(speed).toMatchObject({
    n: 30,
    cachedShare: 0,
    longestPromptTokens: 4096,
    longestOutputTokens: 400,
  });
});

test('forty draws hold what would be measured the next time', () => {
  let held = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const speed = modelSpeed(requests(20, {}, seed));
    const totals = (speed?.draws ?? [])
      .map((fit) => jobTimeMs(fit, 2000, 400))
      .sort((a, b) => a - b);
    expect(totals).toHaveLength(40);
    const trueMs = jobTimeMs([60, 0.2, 10, 0.01], 2000, 400);
    if ((totals[1] ?? 0) <= trueMs && trueMs <= (totals[38] ?? 0)) held += 1;
  }
  expect(held).toBeGreaterThanOrEqual(16);
});

test('the same requests give the same draws', () => {
  const lanes = requests(10);
  expect(modelSpeed(lanes)).toEqual(modelSpeed(lanes));
});

test('what came from the cache was not read, and a keystroke finds as much again', () => {
  const warm = requests(20).map((one, i) => {
    const promptTokens = 2000;
    const cachedTokens = i < 12 ? 1900 : 0;
    const readMs = 60 + 0.2 * (promptTokens - cachedTokens);
    const moved = readMs - (one.firstTokenMs ?? 0);
    return lane({
      ...one,
      firstTokenMs: readMs,
      lastTokenMs: (one.lastTokenMs ?? 0) + moved,
      curve: one.curve.map(([ms, ...rest]) => [ms + moved, ...rest]),
      usage: { promptTokens, cachedTokens, completionTokens: 400 },
    });
  });
  const speed = modelSpeed(warm);
  expect(speed?.fit[0]).toBeCloseTo(60, 6);
  expect(speed?.fit[1]).toBeCloseTo(0.2, 9);
  expect(speed?.cachedShare).toBeCloseTo(0.95, 9);
  expect(speed?.longestPromptTokens).toBe(2000);
});

test('a hundred quick stops do not make the model faster, and failures say nothing', () => {
  const lanes = requests(15);
  const outrun = Array.from({ length: 100 }, () =>
    stopped(40, { dispatchedMs: 0, usage: { promptTokens: 1000, cachedTokens: 0 } }),
  );
  const refused = Array.from({ length: 100 }, () => failed(5, { dispatchedMs: 0 }));
  const base = modelSpeed(lanes)?.fit[0] ?? 0;
  expect(modelSpeed([...lanes, ...refused])?.fit[0]).toBe(base);
  expect(modelSpeed([...lanes, ...outrun])?.fit[0]).toBeGreaterThanOrEqual(base);
});

test('long answers of a measuring run stay in beside a thousand keystrokes', () => {
  const typed = requests(1000, { tokens: 12 });
  const speed = modelSpeed([...requests(10), ...typed]);
  expect(speed?.longestOutputTokens).toBe(400);
  expect(speed?.fit[3]).toBeGreaterThan(0.007);
  expect(speed?.n).toBeLessThan(200);
});

test('a rate that rises is taken for constant', () => {
  const speed = modelSpeed(requests(10, { msAt: (position) => 14 - 0.01 * position }));
  expect(speed?.fit[3]).toBe(0);
  expect(speed?.fit[2]).toBeGreaterThan(11);
  expect(Math.min(...(speed?.draws ?? []).map(([, , , growthMs]) => growthMs))).toBe(0);
});

test('short answers give a rate without a decline', () => {
  const speed = modelSpeed(requests(20, { tokens: 20, msAt: () => 10 }));
  expect(speed?.fit[2]).toBeGreaterThan(9.5);
  expect(speed?.fit[2]).toBeLessThan(10.5);
  expect(speed?.fit[3]).toBe(0);
});

test('a gateway that hands on fifteen tokens at a time does not change the rate of short answers', () => {
  const way = { tokens: 30, msAt: () => 10, jitter: 0.1, flushEveryMs: 150 };
  const msPerToken = modelSpeed(requests(20, way))?.fit[2] ?? 0;
  expect(Math.abs(msPerToken - 10)).toBeLessThan(0.5);
});

test('a server that says zero tokens of every answer has a speed by its characters', () => {
  const zero = requests(5).map((one) => ({ ...one, usage: { ...one.usage, completionTokens: 0 } }));
  const msPerToken = modelSpeed(zero, 4)?.fit[2] ?? 0;
  expect(Math.abs(msPerToken - 10)).toBeLessThan(1);
});

test('three requests are a speed, five have an interval', () => {
  expect(modelSpeed(requests(2))).toBeNull();
  expect(modelSpeed(requests(3))?.draws).toEqual([]);
  expect(modelSpeed(requests(5))?.draws).toHaveLength(40);
});

test('a connection that took six seconds once is neither of the prompt nor of a usual request', () => {
  // A server that takes 420 ms for every prompt; the first key after a reload connects and reads all of it.
  const random = seededRandom(4);
  const typed = Array.from({ length: 30 }, (_, i) => {
    const connectMs = i === 0 ? 6000 : 0;
    const uncached = i === 0 ? 1100 : 5 + (i % 23);
    const answer = streamedLane({
      tokens: 16,
      msAt: () => 8.3,
      seed: i,
      firstTokenMs: connectMs + 410 + 20 * random(),
    });
    const usage = { promptTokens: 1100, cachedTokens: 1100 - uncached, completionTokens: 16 };
    return lane({ ...answer, connectedMs: connectMs, usage });
  });
  const fit = modelSpeed(typed)?.fit ?? [0, 0, 0, 0];
  const backgroundMs = jobTimeMs(fit, 6000, 480);
  expect(backgroundMs).toBeGreaterThan(4200);
  expect(backgroundMs).toBeLessThan(4600);
});

test('who connects for every request waits for that in every job', () => {
  const connecting = requests(20).map((one) => {
    const moved = (ms: number | null) => (ms === null ? null : ms + 80);
    return {
      ...one,
      connectedMs: 80,
      reusedConnection: false,
      firstTokenMs: moved(one.firstTokenMs),
      firstAnswerMs: moved(one.firstAnswerMs),
    };
  });
  const bare = requests(20).map((one) => ({ ...one, connectedMs: 0 }));
  expect(modelSpeed(connecting)?.fit[0]).toBeCloseTo((modelSpeed(bare)?.fit[0] ?? 0) + 80, 6);
});
