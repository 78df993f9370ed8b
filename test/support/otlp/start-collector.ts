import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedReport {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Collector {
  /** Origin, for example `http://127.0.0.1:40213`. */
  readonly url: string;
  /** In the order of arrival. */
  readonly received: readonly ReceivedReport[];
  /** Connections opened so far. */
  readonly connections: () => number;
  /** How it answers from now on; at first as a collector that took everything. */
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

/** An empty ExportMetricsServiceResponse: everything was taken. */
const taken = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
};

/** A loopback endpoint that keeps what an exporter sends it, and answers as it is told. */
export async function startCollector(): Promise<Collector> {
  const received: ReceivedReport[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, path: url, headers, body: Buffer.concat(chunks) });
      collector.answer(response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    answer: taken,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return collector;
}
