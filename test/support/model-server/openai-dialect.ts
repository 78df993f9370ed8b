import type { Counts, Dialect, Outcome } from './dialect.ts';
import { openAiReports } from './openai-reports.ts';
import { type Body, limitIn, stringsIn, textIn } from './request-body.ts';
import type { Script } from './script.ts';
import { serverEvent } from './server-event.ts';

const ZERO: Counts = {
  promptTokens: 0,
  cachedTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
};

/** The OpenAI-like route, with the fields of whichever server the script plays. */
export function openAiDialect(body: Body, script: Script): Dialect {
  const usageOn = (counts: Counts): Body => {
    switch (script.usageOnChunks) {
      case 'null':
        return { usage: null };
      case 'zero':
        return { usage: usageOf(ZERO) };
      case 'counting':
        return { usage: usageOf(counts) };
      default:
        return {};
    }
  };
  const chunk = (choices: unknown[], fields: Body): string =>
    serverEvent({
      id: 'cmpl-1',
      object: 'text_completion',
      model: body['model'],
      choices,
      ...fields,
    });
  const open = script.openFinishReason ?? null;
  const delta = (fields: Body, counts: Counts): string =>
    chunk([{ index: 0, delta: fields, finish_reason: open }], usageOn(counts));
  const wantsUsage =
    (body['stream_options'] as Body | undefined)?.['include_usage'] === true && !script.noUsage;

  const ending = (outcome: Outcome): readonly string[] => {
    const reported = openAiReports(script.reports ?? 'plain', outcome);
    const usage = { usage: { ...usageOf(outcome), ...reported.usage } };
    const last = { ...reported.withUsage, ...script.lastFields };
    const choice = { index: 0, text: '', logprobs: null, finish_reason: outcome.finish };
    return [
      chunk([choice], {
        ...usageOn(outcome),
        ...reported.withFinish,
        ...(wantsUsage ? {} : script.lastFields),
      }),
      ...(wantsUsage ? [chunk([], { ...usage, ...last })] : []),
      ...(script.noDone ? [] : ['data: [DONE]\n\n']),
    ];
  };

  return {
    contentType: 'text/event-stream; charset=utf-8',
    headersAtOnce: true,
    prompt: textIn(body, 'prompt') + textIn(body, 'suffix'),
    progress: () => null,
    opening: script.roleChunk ? delta({ role: 'assistant', content: '' }, ZERO) : null,
    piece: (text, counts) =>
      chunk([{ index: 0, text, logprobs: null, finish_reason: open }], usageOn(counts)),
    thought: (reasoning_content, counts) => delta({ reasoning_content }, counts),
    ending,
    error: (error) => serverEvent({ error }),
    // vLLM's own limit.
    limit: body['max_tokens'] === undefined ? 16 : limitIn(body, 'max_tokens'),
    stop: stringsIn(body, 'stop'),
  };
}

function usageOf(counts: Counts): Body {
  const { promptTokens, completionTokens, reasoningTokens } = counts;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...(reasoningTokens === 0
      ? {}
      : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}
