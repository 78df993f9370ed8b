import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answer } from './answer.ts';
import type { Script, ServedRequest } from './script.ts';

/** What happened to one request, on this process's `performance.now()` clock. Null: it did not happen. */
export interface LogEntry {
  readonly request: ServedRequest;
  /** The whole request had arrived. */
  readonly receivedMs: number;
  headersSentMs: number | null;
  firstTokenSentMs: number | null;
  endedMs: number | null;
  /** The client closed the connection before the answer had ended. */
  closedByClientAtMs: number | null;
  /** Bytes of response body written. */
  bytes: number;
  /** Tokens of the answer written. */
  tokens: number;
}

export interface ModelServerOptions {
  /** One script for all requests, or one for each. */
  readonly script?: Script | ((request: ServedRequest) => Script);
  /** How many requests are served at a time; the others wait, as for a slot. Default: no limit. */
  readonly slots?: number;
  readonly port?: number;
}

export interface ModelServer {
  /** Origin, for example `http://127.0.0.1:40213`. */
  readonly url: string;
  /** In the order of arrival. */
  readonly log: readonly LogEntry[];
  /** Connections opened so far. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/**
 * A loopback model server that speaks llama-server's `/infill`, the OpenAI-like `/v1/completions` and
 * Ollama's `/api/generate` as the real ones do, and fails on request.
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const log: LogEntry[] = [];
  const sockets = new Map<Socket, { id: number; requests: number }>();
  let opened = 0;
  const slots = createSlots(options.slots ?? Number.POSITIVE_INFINITY);

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readAll(incoming);
    const connection = sockets.get(incoming.socket) ?? { id: 0, requests: 0 };
    connection.requests += 1;
    const request: ServedRequest = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: parse(text),
      connection: connection.id,
      nthOnConnection: connection.requests,
    };
    const entry: LogEntry = {
      request,
      receivedMs: performance.now(),
      headersSentMs: null,
      firstTokenSentMs: null,
      endedMs: null,
      closedByClientAtMs: null,
      bytes: 0,
      tokens: 0,
    };
    log.push(entry);
    const gone = new AbortController();
    response.once('close', () => {
      if (entry.endedMs === null) entry.closedByClientAtMs = performance.now();
      gone.abort();
    });
    const script =
      typeof options.script === 'function' ? options.script(request) : (options.script ?? {});
    const release = await slots.take();
    try {
      await answer({ request, script, response, entry, gone: gone.signal });
    } finally {
      release();
    }
  };

  const server = createServer({ noDelay: true, keepAliveTimeout: 30_000 }, (incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => {
    opened += 1;
    sockets.set(socket, { id: opened, requests: 0 });
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    log,
    connections: () => opened,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.keys()) socket.destroy();
      }),
  };
}

function createSlots(free: number): { take(): Promise<() => void> } {
  let left = free;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else left += 1;
  };
  return {
    async take() {
      if (left > 0) left -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
  };
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
