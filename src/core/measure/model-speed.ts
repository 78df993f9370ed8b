import type { ModelSpeed, SpeedFit } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { seededRandom } from '../seeded-random.ts';
import { decodeGrowth, soundGrowth, type Times, typicalMsPerToken } from './decode-fit.ts';
import { CHARS_PER_TOKEN } from './decode-rate.ts';
import { firstTokenOf } from './lane-timing.ts';
import { median } from './median.ts';
import { newestPerSize } from './newest-per-size.ts';
import { promptRatio } from './prompt-ratio.ts';
import { promptTokens } from './prompt-tokens.ts';
import { timedAnswers } from './timed-answers.ts';
import { createTtftFit, type TtftFit, type TtftSample } from './ttft-fit.ts';

/** Requests of each prompt size, in powers of two: some hundred where all sizes occur. */
const REQUESTS_PER_SIZE = 12;
/** How much of a prompt is cached is a habit of late: the newest so many say it. */
const REQUESTS_FOR_CACHE = 64;
/** With fewer, one odd request is the median. */
const MIN_REQUESTS = 3;
/** Enough for the ends of an interval that is drawn a few pixels wide. */
const DRAWS = 40;
/** Fewer are drawn alike too often, and the interval would be too narrow. */
const MIN_TO_RESAMPLE = 5;
/** Any will do; always the same, so that intervals do not tremble while nothing is asked. */
const SEED = 1;

/**
 * What a job's time with this model is made of. Null until three requests have shown their first token
 * and three answers could be timed. `lanes` come oldest first; the newest of each size are used, so that a
 * few long answers stay in beside many keystrokes. Failed requests are left out: they say nothing of speed.
 * Those that we stopped before their first token count as "at least so long". The usual wait for a connection
 * is in the base; a queue is in it as far as requests usually had to queue.
 *
 * A rate that rises is taken for constant: followed beyond what was measured, a longer job would take less.
 *
 * Takes some 10 ms of 2000 requests of all sizes, half of it for the draws, and not much more of more: what
 * is fitted is bounded, at 12 requests of each prompt size and 24 answers of each length.
 */
export function modelSpeed(
  lanes: readonly LaneRecord[],
  charsPerToken: number = CHARS_PER_TOKEN,
  typed: readonly LaneRecord[] = lanes,
): ModelSpeed | null {
  const sized = sizedRequests(lanes);
  const samples = newestPerSize(sized, REQUESTS_PER_SIZE, (sample) => sample.promptTokens);
  const answers = timedAnswers(lanes, charsPerToken);
  const seen = samples.filter((sample) => sample.seen);
  if (seen.length < MIN_REQUESTS || answers.length < MIN_REQUESTS) return null;

  const ttft = createTtftFit(samples);
  const decodeOf = (fitted: number, times?: Times): readonly [number, number] | null => {
    const growth = Math.max(0, fitted);
    const msPerToken = typicalMsPerToken(answers, growth, times);
    return msPerToken === null ? null : [msPerToken, msPerToken * growth];
  };
  const connectMs = median(seen.flatMap((one) => one.connectMs ?? [])) ?? 0;
  const fit = joined(ttft.fit(), connectMs, decodeOf(soundGrowth(answers)));
  if (fit === null) return null;
  const draws: SpeedFit[] = [];
  if (seen.length >= MIN_TO_RESAMPLE && answers.length >= MIN_TO_RESAMPLE) {
    const random = seededRandom(SEED);
    for (let i = 0; i < DRAWS; i++) {
      const times = resample(answers.length, random);
      const decode = decodeOf(decodeGrowth(answers, times), times);
      const drawn = joined(ttft.resampled(resample(samples.length, random)), connectMs, decode);
      if (drawn !== null) draws.push(drawn);
    }
  }
  return {
    fit,
    draws,
    n: Math.max(samples.length, answers.length),
    cachedShare: usualCachedShare(typed),
    longestPromptTokens: Math.round(Math.max(...seen.map((sample) => sample.promptTokens))),
    longestOutputTokens: Math.round(Math.max(...answers.map(({ toToken }) => toToken))),
  };
}

function joined(
  ttft: TtftFit | null,
  connectMs: number,
  decode: readonly [msPerToken: number, growthMs: number] | null,
): SpeedFit | null {
  return ttft === null || decode === null
    ? null
    : [ttft.baseMs + connectMs, ttft.msPerPromptToken, ...decode];
}

/** Of the prompts of keystrokes: a measuring run sends prompts that no cache can hold. */
function usualCachedShare(typed: readonly LaneRecord[]): number {
  const shares = sizedRequests(typed.slice(-REQUESTS_FOR_CACHE)).map((one) => one.cachedShare);
  return median(shares) ?? 0;
}

interface SizedRequest extends TtftSample {
  readonly cachedShare: number;
  /** Null where the transport cannot tell: connecting is in `ms` then. */
  readonly connectMs: number | null;
}

/**
 * The requests that tell of a TTFT, by what had to be read of their prompt: all of it, where nothing tells.
 * `ms` counts from the connection, where there was one: opening it takes as long for a short prompt as for
 * a long one, and is rare. One that was stopped before it had a connection says nothing of its server.
 */
function sizedRequests(lanes: readonly LaneRecord[]): SizedRequest[] {
  const ratio = promptRatio(lanes);
  const transportTells = lanes.some(({ connectedMs }) => connectedMs !== null);
  return lanes.flatMap((lane) => {
    const first = firstTokenOf(lane);
    const size = promptTokens(lane, ratio);
    if (size === null || !(first.kind === 'seen' || first.kind === 'stopped')) return [];
    const { connectedMs, dispatchedMs } = lane;
    if (first.kind === 'stopped' && connectedMs === null && transportTells) return [];
    const readyMs = Math.min(first.fromKeyMs, Math.max(dispatchedMs, connectedMs ?? dispatchedMs));
    const prompt = size.prompt.tokens;
    const toRead = Math.min(prompt, size.uncached?.tokens ?? prompt);
    return {
      promptTokens: toRead,
      ms: first.fromKeyMs - readyMs,
      seen: first.kind === 'seen',
      cachedShare: prompt > 0 ? 1 - toRead / prompt : 0,
      connectMs: connectedMs === null ? null : readyMs - dispatchedMs,
    };
  });
}

/** Draws as many as there are, with replacement: how often each one came up. */
function resample(n: number, random: () => number): Times {
  const counts = new Uint16Array(n);
  for (let i = 0; i < n; i++) {
    const drawn = Math.floor(random() * n);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  return (index) => counts[index] ?? 0;
}
