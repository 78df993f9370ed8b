import { expect, test } from 'vitest';
import { CompletionError } from '../../src/core/outcome.ts';
import {
  abortError,
  isBrokenConnection,
  transportError,
} from '../../src/models/transport-error.ts';

const url = new URL('https://gateway.example/v1/completions');
const coded = (code: string) => Object.assign(new Error('low level'), { code });

test.each([
  ['ECONNREFUSED', 'Nothing is listening on gateway.example:443.'],
  ['ENOTFOUND', 'No host is called gateway.example.'],
  ['EAI_AGAIN', 'No host is called gateway.example.'],
  ['EHOSTUNREACH', 'gateway.example:443 cannot be reached (EHOSTUNREACH).'],
  ['ENETUNREACH', 'gateway.example:443 cannot be reached (ENETUNREACH).'],
  ['ETIMEDOUT', 'gateway.example:443 cannot be reached (ETIMEDOUT).'],
  ['ECONNRESET', 'gateway.example:443 closed the connection without an answer.'],
  ['UND_ERR_SOCKET', 'gateway.example:443 closed the connection without an answer.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'gateway.example:443 does not speak TLS.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'is not trusted (SELF_SIGNED_CERT_IN_CHAIN).'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'is not trusted (CERT_HAS_EXPIRED).'],
])('%s before an answer is unreachable: %s', (code, words) => {
  const error = transportError(coded(code), url, false);
  expect(error.code).toBe('unreachable');
  expect(error.message).toContain(words);
  expect(error.cause).toMatchObject({ code });
});

test('several addresses that all failed are one failure', () => {
  const error = Object.assign(new AggregateError([coded('ECONNREFUSED')]), {
    code: 'ECONNREFUSED',
  });
  expect(transportError(error, new URL('http://localhost:8012/infill'), false).message).toBe(
    'Nothing is listening on localhost:8012. Is the server running?',
  );
});

test('a break after the first byte is a bad stream', () => {
  expect(transportError(coded('ECONNRESET'), url, true)).toMatchObject({
    code: 'bad-stream',
    message: 'gateway.example:443 broke off in the middle of its answer.',
  });
});

test('a failure nobody foresaw still names the server', () => {
  expect(transportError('odd', url, false).message).toBe(
    'gateway.example:443 cannot be reached. Check the endpoint, the network and any VPN.',
  );
});

test('an error that is already a sentence stays as it is', () => {
  const error = new CompletionError('config', 'As it was.');
  expect(transportError(error, url, false)).toBe(error);
});

test.each([
  ['UND_ERR_SOCKET', true],
  ['ECONNRESET', true],
  ['EPIPE', true],
  ['ECONNREFUSED', false],
  ['HPE_INVALID_CONSTANT', false],
])('%s is a broken connection: %s', (code, broken) => {
  expect(isBrokenConnection(coded(code))).toBe(broken);
});

test.each([
  [undefined, 'aborted'],
  ['timeout', 'timeout'],
  [new DOMException('late', 'TimeoutError'), 'timeout'],
  [new Error('typed on'), 'aborted'],
])('an abort for %s is %s', (reason, code) => {
  const signal = AbortSignal.abort(reason);
  expect(abortError(signal)).toMatchObject({ code });
});

test('an abort that brings its own error keeps it', () => {
  const error = new CompletionError('timeout', 'No answer within 10 s.');
  expect(abortError(AbortSignal.abort(error))).toBe(error);
});
