import type { CompletionModel, StreamOptions } from '../core/model.ts';
import type { FimName, ModelEntry } from '../core/settings.ts';
import { answerParts, type Piece } from './answer-parts.ts';
import { fimLayout } from './fim-layout.ts';
import { eventError } from './http-error.ts';
import { isWholeAnswer } from './is-whole-answer.ts';
import { isJson, type Json, objectAt, parseJson, textAt } from './json.ts';
import { createPromptMemory } from './prompt-memory.ts';
import { samplingFields } from './sampling-fields.ts';
import { serverEvents } from './server-events.ts';
import type { LinkAnswer, ServerLink } from './server-link.ts';
import { completionTimings, headerTimings, type Reported } from './server-timings.ts';
import { stopStrings } from './stop-strings.ts';

/** OpenAI refuses a fifth stop string and TGI's default is four too; the answer filter knows them all. */
const MAX_STOPS = 4;

/** Reports its times in a stream only when asked to; others may refuse a field that they do not know. */
const FIREWORKS = /(^|\.)fireworks\.ai$/;

/** The OpenAI-like `POST /completions` of vLLM, SGLang, LM Studio, TGI, llama.cpp and gateways. */
export function createOpenAiCompletions(
  entry: ModelEntry,
  fim: FimName,
  link: ServerLink,
): CompletionModel {
  const layout = fimLayout(fim, entry.promptTokens);
  const memory = createPromptMemory();
  const { hostname } = new URL(link.origin);
  return {
    id: entry.id,
    provider: 'openai-completions',
    queueKey: link.queueKey,
    async *stream(request, options) {
      const stop = stopStrings(request, entry.stop, layout.stop);
      const prompt = layout.fields(request);
      const whole = prompt.prompt + (prompt.suffix ?? '');
      const maxTokens = request.maxTokens ?? entry.maxTokens;
      const body = {
        ...(entry.model === undefined ? {} : { model: entry.model }),
        ...prompt,
        // Always sent: vLLM's default is 16.
        max_tokens: maxTokens,
        stream: true,
        stream_options: { include_usage: true },
        ...(stop.length === 0 ? {} : { stop: stop.slice(0, MAX_STOPS) }),
        ...(FIREWORKS.test(hostname) ? { perf_metrics_in_response: true } : {}),
        ...samplingFields(entry),
      };
      const watched = memory.watch(whole, options);
      const answer = await link.send('/completions', body, watched);
      const { onMark } = options;
      yield* answerParts({
        pieces: readPieces(answer, onMark),
        asked: { prompt: whole, maxTokens, byTemplate: fim === 'suffix' },
        endings: [...stop, ...layout.tokens],
        host: answer.peer.host,
        signal: options.signal,
        onMark,
        complete: answer.response.complete,
      });
    },
  };
}

async function* readPieces(
  { response, peer }: LinkAnswer,
  onMark: StreamOptions['onMark'],
): AsyncGenerator<Piece> {
  const inHeaders = isWholeAnswer(response.headers) ? headerTimings(response.headers) : null;
  const onWaiting = () => onMark({ name: 'waiting' });
  for await (const { data, name } of serverEvents(response, peer.host, onWaiting)) {
    if (data.trim() === '[DONE]') return yield { last: true };
    const chunk = parseJson(data, peer.host);
    const error = eventError(chunk, peer, name);
    if (error) throw error;
    yield { ...readText(chunk), ...readReported(chunk, inHeaders) };
  }
}

function readReported(chunk: Json, inHeaders: Reported | null): Piece {
  const { usage, timings } = completionTimings(chunk);
  // vLLM and others can count along; most say it once, in a chunk without text.
  const tokens = usage.completionTokens;
  if (inHeaders === null) return { usage, timings, tokens };
  return {
    usage: { ...inHeaders.usage, ...usage },
    timings: { ...inHeaders.timings, ...timings },
    tokens: tokens ?? inHeaders.usage.completionTokens,
  };
}

function readText(chunk: Json): Piece {
  const choices = chunk['choices'];
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isJson(choice)) return {};
  // Some gateways answer this route in the chat shape, and a whole answer has `message`.
  const delta = objectAt(choice, 'delta') ?? objectAt(choice, 'message') ?? {};
  const reason = textAt(choice, 'finish_reason') ?? '';
  return {
    text: textAt(choice, 'text') ?? textAt(delta, 'content'),
    reasoning: textAt(delta, 'reasoning_content') ?? textAt(delta, 'reasoning'),
    // TGI sends "" on every chunk but the last, the others null.
    finish: reason === '' ? undefined : reason === 'length' ? 'length' : 'stop',
  };
}
