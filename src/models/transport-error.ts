import { CompletionError } from '../core/outcome.ts';

/** The sentence for an abort. A deadline is the caller's: it comes as the signal's reason. */
export function abortError(signal: AbortSignal): CompletionError {
  const reason: unknown = signal.reason;
  if (reason instanceof CompletionError) return reason;
  if (reason === 'timeout' || (reason instanceof Error && reason.name === 'TimeoutError')) {
    return new CompletionError('timeout', 'The model did not answer in time.', { cause: reason });
  }
  return new CompletionError('aborted', 'The request was stopped.', { cause: reason });
}

/** The other side hung up, as opposed to never having been there or having talked nonsense. */
export function isBrokenConnection(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/**
 * Folds what undici, the socket, the resolver or TLS threw into one sentence that names host and
 * port and what to check. `answered`: at least one byte of a response had arrived.
 */
export function transportError(error: unknown, url: URL, answered: boolean): CompletionError {
  if (error instanceof CompletionError) return error;
  const code = codeOf(error);
  const where = hostAndPort(url);
  const fail = (kind: 'unreachable' | 'bad-stream', sentence: string) =>
    new CompletionError(kind, sentence, { cause: error });

  if (code === 'ECONNREFUSED') {
    return fail('unreachable', `Nothing is listening on ${where}. Is the server running?`);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail(
      'unreachable',
      `No host is called ${url.hostname}. Check the endpoint and the network.`,
    );
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'EPROTO') {
    return fail(
      'unreachable',
      `${where} does not speak TLS. Should the endpoint start with http://?`,
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return fail(
      'unreachable',
      `The certificate of ${where} is for another host name. Check the endpoint.`,
    );
  }
  if (CERTIFICATE_CODE.test(code)) {
    return fail(
      'unreachable',
      `The certificate of ${where} is not trusted (${code}). Name its authority in NODE_EXTRA_CA_CERTS and restart the editor.`,
    );
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return fail(
      'bad-stream',
      `${where} sent more than any completion needs; the rest was refused.`,
    );
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || isParserError(error)) {
    return fail('bad-stream', `${where} did not answer in HTTP. Check the port of the endpoint.`);
  }
  if (answered) return fail('bad-stream', `${where} broke off in the middle of its answer.`);
  if (isBrokenConnection(error)) {
    return fail(
      'unreachable',
      `${where} closed the connection without an answer. Check the server's log.`,
    );
  }
  const detail = code === '' ? '' : ` (${code})`;
  return fail(
    'unreachable',
    `${where} cannot be reached${detail}. Check the endpoint, the network and any VPN.`,
  );
}

/** OpenSSL's verification results as Node spells them: CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT and so on. */
const CERTIFICATE_CODE = /CERT|^UNABLE_TO_|^CRL_|^HOSTNAME_MISMATCH$/;

function codeOf(error: unknown): string {
  // Node wraps the attempts at several addresses in an AggregateError that carries the first code.
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

function hostAndPort(url: URL): string {
  const standard = url.protocol === 'https:' ? '443' : '80';
  return `${url.hostname}:${url.port === '' ? standard : url.port}`;
}
