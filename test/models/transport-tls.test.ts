import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTransport } from '../../src/models/transport.ts';
import { errorOf } from '../support/model-server/asking.ts';

const CERTIFICATE = new URL('../fixtures/tls/localhost.crt', import.meta.url);
const KEY = new URL('../fixtures/tls/localhost.key', import.meta.url);

let server: Server;
let port: number;
let requests: number;
let connections: number;
beforeEach(async () => {
  requests = 0;
  connections = 0;
  const identity = { cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) };
  server = createServer(identity, (_request, response) => {
    requests += 1;
    response.end('{}');
  });
  server.on('secureConnection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a certificate that nobody vouches for is refused before anything is sent', async () => {
  const transport = createTransport();
  const response = transport.post({
    url: `https://localhost:${port}/v1/completions`,
    headers: { authorization: 'Bearer sk-1' },
    body: '{}',
    signal: new AbortController().signal,
    onMark: () => undefined,
  });
  expect(await errorOf(response)).toMatchObject({
    code: 'unreachable',
    message: `The certificate of localhost:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Name its authority in NODE_EXTRA_CA_CERTS and restart the editor.`,
  });
  expect(requests).toBe(0);
  await transport.close();
});

test('a trusted server is spoken to, and its connection kept', async () => {
  const module = new URL('../../src/models/transport.ts', import.meta.url).href;
  const program = `
    const { createTransport } = await import(${JSON.stringify(module)});
    const transport = createTransport();
    const marks = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const response = await transport.post({
        url: 'https://localhost:${port}/v1/completions', headers: {}, body: '{}',
        signal: new AbortController().signal, onMark: (mark) => marks.push(mark),
      });
      for await (const chunk of response.body);
    }
    await transport.close();
    console.log(marks.map((mark) => mark.reused ?? mark.name).join());
    const trips = marks.flatMap((mark) => mark.roundTripMs ?? []);
    console.log(trips.length, trips[0] > 0, trips[0] === trips[1]);
  `;
  // A process reads the variable once, at its start.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: fileURLToPath(CERTIFICATE) };
  const argv = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env });
  expect(stdout.trim()).toBe('false,headers,true,headers\n2 true true');
  expect([requests, connections]).toEqual([2, 1]);
});
