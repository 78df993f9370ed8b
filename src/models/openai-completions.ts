import type { CompletionModel } from '../core/model.ts';
import type { FimName, ModelEntry } from '../core/settings.ts';
import { answerParts, type Piece } from './answer-parts.ts';
import { fimLayout } from './fim-layout.ts';
import { eventError } from './http-error.ts';
import { isJson, type Json, objectAt, parseJson, textAt } from './json.ts';
import { samplingFields } from './sampling-fields.ts';
import { serverEvents } from './server-events.ts';
import type { LinkAnswer, ServerLink } from './server-link.ts';
import { completionTimings } from './server-timings.ts';
import { stopStrings } from './stop-strings.ts';

/** OpenAI refuses a fifth stop string and TGI's default is four too; the answer filter knows them all. */
const MAX_STOPS = 4;

/** The OpenAI-like `POST /completions` of vLLM, SGLang, LM Studio, TGI, llama.cpp and gateways. */
export function createOpenAiCompletions(
  entry: ModelEntry,
  fim: FimName,
  link: ServerLink,
): CompletionModel {
  const layout = fimLayout(fim, entry.promptTokens);
  return {
    id: entry.id,
    provider: 'openai-completions',
    queueKey: link.queueKey,
    async *stream(request, options) {
      const stop = stopStrings(request, entry.stop, layout.stop);
      const body = {
        ...(entry.model === undefined ? {} : { model: entry.model }),
        ...layout.fields(request),
        // Always sent: vLLM's default is 16.
        max_tokens: entry.maxTokens,
        stream: true,
        stream_options: { include_usage: true },
        ...(stop.length === 0 ? {} : { stop: stop.slice(0, MAX_STOPS) }),
        ...samplingFields(entry),
      };
      const answer = await link.send('/completions', body, options);
      yield* answerParts({
        pieces: readPieces(answer),
        endings: [...stop, ...layout.tokens],
        host: answer.peer.host,
        signal: options.signal,
        complete: answer.response.complete,
      });
    },
  };
}

async function* readPieces({ response, peer }: LinkAnswer): AsyncGenerator<Piece> {
  for await (const { data, name } of serverEvents(response, peer.host)) {
    if (data.trim() === '[DONE]') return yield { last: true };
    const chunk = parseJson(data, peer.host);
    const error = eventError(chunk, peer, name);
    if (error) throw error;
    yield readPiece(chunk);
  }
}

function readPiece(chunk: Json): Piece {
  const reported = completionTimings(chunk);
  const choices = chunk['choices'];
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isJson(choice)) return reported;
  // Some gateways answer this route in the chat shape, and a whole answer has `message`.
  const delta = objectAt(choice, 'delta') ?? objectAt(choice, 'message') ?? {};
  const reason = textAt(choice, 'finish_reason') ?? '';
  return {
    ...reported,
    text: textAt(choice, 'text') ?? textAt(delta, 'content'),
    reasoning: textAt(delta, 'reasoning_content') ?? textAt(delta, 'reasoning'),
    // TGI sends "" on every chunk but the last, the others null.
    finish: reason === '' ? undefined : reason === 'length' ? 'length' : 'stop',
  };
}
