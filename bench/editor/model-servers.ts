import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How fast a server answers. It has one slot. */
export interface Pace {
  readonly ttftMs: number;
  /** Spread of the logarithm of the TTFT, whose median is `ttftMs`. Default: no spread. */
  readonly ttftSigma?: number;
  readonly seed?: number;
  readonly tps: number;
}

/** One request as the server saw it; times are epoch ms. */
export interface Served {
  /** What was written on the cursor's line. */
  readonly typed: string;
  readonly receivedAt: number;
  /** Null while it is being served. */
  readonly endedAt: number | null;
  /** Tokens written to the connection. */
  readonly tokens: number;
}

export type Order = { readonly id: number } & (
  | { readonly what: 'start'; readonly pace: Pace }
  | { readonly what: 'change'; readonly index: number; readonly pace: Pace }
  | { readonly what: 'log'; readonly index: number }
);
type Wanted = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never;

export interface BenchServer {
  readonly url: string;
  /** From the next request on. */
  change(pace: Pace): Promise<void>;
  log(): Promise<readonly Served[]>;
}

export interface ModelServers {
  start(pace: Pace): Promise<BenchServer>;
  close(): void;
}

/** Model servers in a process of their own, so that bench and browser do not delay their answers. */
export function openModelServers(): ModelServers {
  const child = fork(fileURLToPath(new URL('./serve-models.ts', import.meta.url)));
  const waiting = new Map<number, (answer: unknown) => void>();
  let orders = 0;
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const send = <Answer>(wanted: Wanted): Promise<Answer> =>
    new Promise((resolve) => {
      orders += 1;
      waiting.set(orders, resolve as (answer: unknown) => void);
      child.send({ ...wanted, id: orders });
    });
  return {
    async start(pace) {
      const { index, url } = await send<{ index: number; url: string }>({ what: 'start', pace });
      return {
        url,
        change: (to) => send<void>({ what: 'change', index, pace: to }),
        log: () => send<readonly Served[]>({ what: 'log', index }),
      };
    },
    close: () => child.disconnect(),
  };
}
