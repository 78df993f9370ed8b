import type { CompletionModel, StreamOptions } from '../core/model.ts';
import { fimForModelName } from '../core/prompt/fim-for-model-name.ts';
import type { FimName, ModelEntry } from '../core/settings.ts';
import { answerParts, type Piece } from './answer-parts.ts';
import { fimLayout } from './fim-layout.ts';
import { eventError } from './http-error.ts';
import { parseJson, textAt } from './json.ts';
import { readNdjson } from './ndjson.ts';
import { createPromptMemory } from './prompt-memory.ts';
import { samplingFields } from './sampling-fields.ts';
import type { LinkAnswer, ServerLink } from './server-link.ts';
import { ollamaTimings } from './server-timings.ts';
import { stopStrings } from './stop-strings.ts';

/** Ollama's default of 5 minutes unloads a model while its person reads; loading it again takes seconds. */
const KEEP_ALIVE = '30m';

/**
 * Ollama's `POST /api/generate`. With a known format the prompt is laid out here and sent raw; otherwise
 * prompt and suffix go to the template that the model was published with.
 */
export function createOllama(
  entry: ModelEntry & { readonly model: string },
  link: ServerLink,
): CompletionModel {
  const fim: FimName = entry.fim ?? fimForModelName(entry.model) ?? 'suffix';
  const layout = fimLayout(fim, entry.promptTokens);
  const memory = createPromptMemory();
  return {
    id: entry.id,
    provider: 'ollama',
    queueKey: link.queueKey,
    async *stream(request, options) {
      const stop = stopStrings(request, entry.stop, layout.stop);
      const prompt = layout.fields(request);
      const whole = prompt.prompt + (prompt.suffix ?? '');
      const maxTokens = request.maxTokens ?? entry.maxTokens;
      const body = {
        model: entry.model,
        // Raw unless the model's own template lays prompt and suffix out.
        ...(fim === 'suffix' ? {} : { raw: true }),
        ...prompt,
        stream: true,
        // Models that can think do so by default, which no keystroke can wait for.
        think: false,
        keep_alive: KEEP_ALIVE,
        options: {
          num_predict: maxTokens,
          ...(stop.length === 0 ? {} : { stop }),
          ...samplingFields(entry),
        },
      };
      const watched = memory.watch(whole, options);
      const answer = await link.send('/api/generate', body, watched);
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
  const onWaiting = () => onMark({ name: 'waiting' });
  for await (const text of readNdjson(response.body, peer.host, onWaiting)) {
    const line = parseJson(text, peer.host);
    const error = eventError(line, peer);
    if (error) throw error;
    const piece: Piece = {
      text: textAt(line, 'response'),
      reasoning: textAt(line, 'thinking'),
    };
    if (line['done'] !== true) {
      yield piece;
      continue;
    }
    const finish = textAt(line, 'done_reason') === 'length' ? 'length' : 'stop';
    yield { ...piece, ...ollamaTimings(line), finish, last: true };
  }
}
