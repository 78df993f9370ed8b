import type { Provider } from '../../core/model.ts';
import type { LaneRecord } from '../../core/record.ts';
import type { ModelEntry } from '../../core/settings.ts';

/** Attributes as OpenTelemetry takes them; a handful of values each, so that series stay few. */
export type MetricAttributes = Readonly<Record<string, string | number>>;

/**
 * `gen_ai.provider.name` where it is not the name of our adapter. The conventions have no names for
 * local servers and let one's own stand; a server of the OpenAI routes speaks OpenAI's dialect,
 * whoever runs it.
 */
const PROVIDER_NAMES: Partial<Record<Provider, string>> = {
  embedded: 'first_token',
  'llama-server': 'llama_cpp',
  'openai-completions': 'openai',
};

/** Names that the conventions give to well-known hosts, by the end of the host name. */
const WELL_KNOWN_HOSTS: readonly (readonly [host: string, provider: string])[] = [
  ['mistral.ai', 'mistral_ai'],
  ['deepseek.com', 'deepseek'],
  ['groq.com', 'groq'],
  ['x.ai', 'x_ai'],
  ['perplexity.ai', 'perplexity'],
  ['openai.azure.com', 'azure.ai.openai'],
];

/**
 * Who was asked. `entry` is the model's entry in the settings, undefined for the built-in predictor and
 * for a model that is no longer configured.
 */
export function modelAttributes(
  id: string,
  provider: Provider | undefined,
  entry: ModelEntry | undefined,
): MetricAttributes {
  const url = entry === undefined ? null : new URL(entry.endpoint);
  const known = WELL_KNOWN_HOSTS.find(
    ([host]) => url?.hostname === host || url?.hostname.endsWith(`.${host}`),
  );
  const name = known?.[1] ?? (provider === undefined ? undefined : nameOf(provider));
  return {
    'first_token.model.id': id,
    'gen_ai.operation.name': 'text_completion',
    ...(name === undefined ? {} : { 'gen_ai.provider.name': name }),
    ...(entry?.model === undefined ? {} : { 'gen_ai.request.model': withoutFolder(entry.model) }),
    ...(url === null ? {} : { 'server.address': url.hostname, 'server.port': portOf(url) }),
  };
}

/** `error.type` of a failed request: the HTTP status where there was one, else our code. */
export function errorAttributes({ error }: LaneRecord): MetricAttributes {
  if (error === undefined) return {};
  return { 'error.type': error.status === undefined ? error.code : String(error.status) };
}

/**
 * Some servers call a model by its file. A path off the root, the home folder or a drive may name the
 * person, so only its end leaves; `Qwen/Qwen2.5-Coder-7B` is a name and stays.
 */
function withoutFolder(model: string): string {
  const isPath = /^(?:[/~\\]|\.{1,2}[/\\]|[a-z]:[/\\]|file:)/i.test(model);
  return isPath ? (model.split(/[/\\]/).findLast((part) => part !== '') ?? '') : model;
}

function nameOf(provider: Provider): string {
  return PROVIDER_NAMES[provider] ?? provider;
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
