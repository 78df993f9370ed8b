import type { CompletionModel, StreamOptions } from '../core/model.ts';
import { escapedFiles } from '../core/prompt/escaped-files.ts';
import { escapeTokens, specialTokens } from '../core/prompt/fim.ts';
import { infillBudget } from '../core/prompt/infill-budget.ts';
import { createPromptWindow, type PromptText } from '../core/prompt/prompt-window.ts';
import type { ModelEntry } from '../core/settings.ts';
import { answerParts, type Piece } from './answer-parts.ts';
import { eventError } from './http-error.ts';
import { countAt, type Json, objectAt, parseJson, textAt } from './json.ts';
import { createPromptMemory } from './prompt-memory.ts';
import { samplingFields } from './sampling-fields.ts';
import { serverEvents } from './server-events.ts';
import type { LinkAnswer, ServerLink } from './server-link.ts';
import { llamaTimings } from './server-timings.ts';
import { stopStrings } from './stop-strings.ts';

/** llama.cpp's `POST /infill`: the server lays out the FIM tokens that it finds in the model file. */
export function createLlamaServer(entry: ModelEntry, link: ServerLink): CompletionModel {
  const memory = createPromptMemory();
  const window = createPromptWindow(({ context }) =>
    infillBudget(entry.promptTokens, context !== undefined),
  );
  return {
    id: entry.id,
    provider: 'llama-server',
    queueKey: link.queueKey,
    async *stream(request, options) {
      const tokens = specialTokens(null);
      const stop = stopStrings(request, entry.stop, []);
      const prompt = promptFields(window.fit(request), tokens);
      const maxTokens = request.maxTokens ?? entry.maxTokens;
      const body = { ...prompt, n_predict: maxTokens, ...otherFields(entry, stop) };
      const whole = inOrder(prompt);
      const answer = await link.send('/infill', body, memory.watch(whole, options));
      const { onMark } = options;
      yield* answerParts({
        pieces: readPieces(answer, onMark),
        asked: { prompt: whole, maxTokens },
        endings: [...stop, ...tokens],
        host: answer.peer.host,
        signal: options.signal,
        onMark,
        complete: answer.response.complete,
      });
    },
  };
}

/** In the order in which the server lays them out: other files, prefix, suffix, and the line being typed. */
function promptFields(seen: PromptText, tokens: readonly string[]) {
  const files = escapedFiles(seen.context, tokens);
  const prefix = escapeTokens(seen.prefix, tokens);
  // Whole lines in the prefix, the line being typed at the very end: each keystroke then changes
  // only the last tokens of the prompt, and the cached suffix before them stays valid.
  const lineStart = prefix.lastIndexOf('\n') + 1;
  return {
    ...(files.length === 0
      ? {}
      : { input_extra: files.map(({ path, text }) => ({ filename: path, text })) }),
    input_prefix: prefix.slice(0, lineStart),
    input_suffix: escapeTokens(seen.suffix, tokens),
    prompt: prefix.slice(lineStart),
  };
}

function inOrder({ input_extra: files = [], ...rest }: ReturnType<typeof promptFields>): string {
  const others = files.map(({ filename, text }) => `${filename}\n${text}`);
  return [...others, rest.input_prefix, rest.input_suffix, rest.prompt].join('');
}

function otherFields(entry: ModelEntry, stop: readonly string[]): Json {
  return {
    stream: true,
    cache_prompt: true,
    // Sends an event the moment a slot takes the request up, which tells queue from prefill.
    return_progress: true,
    ...(stop.length === 0 ? {} : { stop }),
    ...(entry.model === undefined ? {} : { model: entry.model }),
    ...samplingFields(entry),
  };
}

async function* readPieces(
  { response, peer }: LinkAnswer,
  onMark: StreamOptions['onMark'],
): AsyncGenerator<Piece> {
  let processing = false;
  const onWaiting = () => onMark({ name: 'waiting' });
  for await (const { data, name } of serverEvents(response, peer.host, onWaiting)) {
    // The native route does not send it, but a proxy in front may.
    if (data.trim() === '[DONE]') return yield { last: true };
    const event = parseJson(data, peer.host);
    const error = eventError(event, peer, name);
    if (error) throw error;
    if (!processing && objectAt(event, 'prompt_progress')) {
      processing = true;
      onMark({ name: 'processing' });
    }
    yield readPiece(event);
  }
}

function readPiece(event: Json): Piece {
  const text = textAt(event, 'content');
  // Tokens so far; the progress events before the first one say 0.
  const tokens = countAt(event, 'tokens_predicted');
  if (event['stop'] !== true) return { text, tokens };
  return {
    text,
    tokens,
    ...llamaTimings(event),
    finish: textAt(event, 'stop_type') === 'limit' ? 'length' : 'stop',
    last: true,
  };
}
