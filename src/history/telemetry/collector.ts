import { ProtobufMetricsSerializer } from '@opentelemetry/otlp-transformer';
import { CompletionError } from '../../core/outcome.ts';
import { quoteValue } from '../../core/quote-value.ts';

export interface CollectorRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}

export interface CollectorAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends one request; redirects come back as they are. Throws `CompletionError`. */
export type CollectorPost = (request: CollectorRequest) => Promise<CollectorAnswer>;

/** Sends one report. Resolves to null when it was taken, else to one sentence for the person. */
export type SendReport = (body: Uint8Array, signal: AbortSignal) => Promise<string | null>;

/** What a collector answers is a few bytes; a longer one is something else and is not read to its end. */
const MAX_ANSWER_BYTES = 64 * 1024;

const SETTING = 'firstToken.telemetry.endpoint';

/** The way to one collector, by the rules of OTLP/HTTP: protobuf by POST below the base URL. */
export function createCollector(options: {
  readonly endpoint: string;
  readonly post: CollectorPost;
  /** The key stored for the endpoint's origin. */
  readonly token: () => Promise<string | undefined>;
}): SendReport {
  const base = new URL(options.endpoint);
  // Some write down the whole address, as the other way to configure an exporter wants it.
  const path = base.pathname.replace(/\/+$/, '').replace(/\/v1\/metrics$/, '');
  const url = `${base.origin}${path}/v1/metrics`;

  return async (body, signal) => {
    try {
      const token = await options.token();
      if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
        return `The API key for ${base.host} cannot be sent. Set it again with First Token: Set API Key.`;
      }
      const answer = await options.post({
        url,
        headers: {
          'content-type': 'application/x-protobuf',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body,
        signal,
      });
      return await refusalOf(answer, base.host, token !== undefined);
    } catch (error) {
      return failureOf(error, base.host);
    }
  };
}

async function refusalOf(
  { status, headers, body }: CollectorAnswer,
  host: string,
  hadToken: boolean,
): Promise<string | null> {
  const bytes = await readSome(body);
  const isPage = /^text\/html/i.test(String(headers['content-type'] ?? ''));
  if (status === 401 || status === 403) {
    const what = hadToken ? 'refused the token' : 'wants a token';
    return `The collector at ${host} ${what} (HTTP ${status}): First Token: Set API Key.`;
  }
  if (status >= 300 && status < 400) {
    return `The collector at ${host} redirects (HTTP ${status}), which is not followed. Name the final address in ${SETTING}.`;
  }
  if (status === 429 || status >= 500) {
    return `The collector at ${host} could not take the metrics (HTTP ${status}); the next report brings them along.`;
  }
  if (status !== 200 || isPage) {
    const what = isPage ? 'answered with a web page' : `refused the metrics (HTTP ${status})`;
    return `${host} ${what}. Is ${SETTING} the base URL of an OTLP/HTTP receiver?`;
  }
  return rejectionOf(bytes, host);
}

/** A collector may take a report and still reject some of it; bytes that are no answer say nothing. */
function rejectionOf(bytes: Uint8Array, host: string): string | null {
  try {
    const { partialSuccess } = ProtobufMetricsSerializer.deserializeResponse(bytes);
    const rejected = partialSuccess?.rejectedDataPoints ?? 0;
    if (rejected <= 0) return null;
    const reason = partialSuccess?.errorMessage ?? '';
    const because = reason === '' ? '' : `: ${quoteValue(reason)}`;
    return `The collector at ${host} rejected ${rejected} values${because}.`;
  } catch {
    return null;
  }
}

function failureOf(error: unknown, host: string): string {
  if (!(error instanceof CompletionError)) return `The metrics did not reach ${host}.`;
  if (error.code === 'timeout' || error.code === 'aborted') {
    return `The collector at ${host} did not answer in time.`;
  }
  return `The metrics did not reach the collector. ${error.message}`;
}

async function readSome(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks);
}
