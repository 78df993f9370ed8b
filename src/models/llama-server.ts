import type { CompletionModel } from '../core/model.ts';
import { escapeTokens, specialTokens } from '../core/prompt/fim.ts';
import type { CompletionRequest } from '../core/request.ts';
import type { ModelEntry } from '../core/settings.ts';
import { answerParts, type Piece } from './answer-parts.ts';
import { eventError } from './http-error.ts';
import { countAt, type Json, objectAt, parseJson, textAt } from './json.ts';
import { samplingFields } from './sampling-fields.ts';
import { serverEvents } from './server-events.ts';
import type { LinkAnswer, ServerLink } from './server-link.ts';
import { llamaTimings } from './server-timings.ts';
import { stopStrings } from './stop-strings.ts';

/** llama.cpp's `POST /infill`: the server lays out the FIM tokens that it finds in the model file. */
export function createLlamaServer(entry: ModelEntry, link: ServerLink): CompletionModel {
  return {
    id: entry.id,
    provider: 'llama-server',
    queueKey: link.queueKey,
    async *stream(request, options) {
      const tokens = specialTokens(null);
      const stop = stopStrings(request, entry.stop, []);
      const answer = await link.send('/infill', infillBody(entry, request, stop, tokens), options);
      const onProcessing = () => options.onMark({ name: 'processing' });
      yield* answerParts({
        pieces: readPieces(answer, onProcessing),
        endings: [...stop, ...tokens],
        host: answer.peer.host,
        signal: options.signal,
        complete: answer.response.complete,
      });
    },
  };
}

function infillBody(
  entry: ModelEntry,
  request: CompletionRequest,
  stop: readonly string[],
  tokens: readonly string[],
): Json {
  const prefix = escapeTokens(request.prefix, tokens);
  // Whole lines in the prefix, the line being typed at the very end: each keystroke then changes
  // only the last tokens of the prompt, and the cached suffix before them stays valid.
  const lineStart = prefix.lastIndexOf('\n') + 1;
  return {
    input_prefix: prefix.slice(0, lineStart),
    input_suffix: escapeTokens(request.suffix, tokens),
    prompt: prefix.slice(lineStart),
    n_predict: entry.maxTokens,
    stream: true,
    cache_prompt: true,
    // Sends an event the moment a slot takes the request up, which tells queue from prefill.
    return_progress: true,
    ...(stop.length === 0 ? {} : { stop }),
    ...(entry.model === undefined ? {} : { model: entry.model }),
    ...samplingFields(entry),
  };
}

async function* readPieces(answer: LinkAnswer, onProcessing: () => void): AsyncGenerator<Piece> {
  const { response, peer } = answer;
  let processing = false;
  for await (const { data, name } of serverEvents(response, peer.host)) {
    // The native route does not send it, but a proxy in front may.
    if (data.trim() === '[DONE]') return yield { last: true };
    const event = parseJson(data, peer.host);
    const error = eventError(event, peer, name);
    if (error) throw error;
    if (!processing && objectAt(event, 'prompt_progress')) {
      processing = true;
      onProcessing();
    }
    yield readPiece(event);
  }
}

function readPiece(event: Json): Piece {
  const text = textAt(event, 'content');
  if (event['stop'] !== true) return { text };
  const reported = llamaTimings(event);
  const promptTokens = countAt(event, 'tokens_evaluated');
  const completionTokens = countAt(event, 'tokens_predicted');
  return {
    text,
    usage: {
      ...(promptTokens === undefined ? {} : { promptTokens }),
      ...(completionTokens === undefined ? {} : { completionTokens }),
      ...reported.usage,
    },
    timings: reported.timings,
    finish: textAt(event, 'stop_type') === 'limit' ? 'length' : 'stop',
    last: true,
  };
}
