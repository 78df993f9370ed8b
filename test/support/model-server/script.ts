/** A request as the server received it. */
export interface ServedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON body; undefined when it was not JSON. */
  readonly body: unknown;
  /** Which connection it came on, counted from 1, and the how manieth on that connection it is. */
  readonly connection: number;
  readonly nthOnConnection: number;
}

/** Where in an answer something happens: before the headers, before the first token, or after so many tokens. */
export type Moment = 'headers' | 'first-token' | number;

/** How the server answers one request. Everything is optional; the default is a prompt, healthy answer. */
export interface Script {
  /** Received to first token written, in milliseconds. Default 0. */
  readonly ttftMs?: number;
  /** Of that, how long the request waits for a slot before prefill begins. Default 0. */
  readonly queueMs?: number;
  /** Tokens per second after the first token. Default: all at once. */
  readonly tps?: number;
  readonly text?: string | ((request: ServedRequest) => string);
  /** The exact pieces, instead of cutting `text` into words. */
  readonly pieces?: readonly string[];
  /** OpenAI shape: a first chunk that carries a role and no text. */
  readonly roleChunk?: boolean;
  /** SSE comments every so many milliseconds until the first token. */
  readonly commentsEveryMs?: number;
  /** OpenAI shape: where `usage` stands on chunks that are not about usage. */
  readonly usageOnChunks?: 'absent' | 'null' | 'zero';
  /** OpenAI shape: leave the closing usage chunk out although it was asked for. */
  readonly noUsage?: boolean;
  /** OpenAI shape: `finish_reason` on unfinished chunks. Default null. */
  readonly openFinishReason?: '' | null;
  /** OpenAI shape: leave `[DONE]` out. */
  readonly noDone?: boolean;
  /** Fields added to the last event, for example a server's own timings. */
  readonly lastFields?: Readonly<Record<string, unknown>>;
  /** Every event is written in two TCP segments, cut inside a multi-byte character where there is one. */
  readonly splitUtf8?: boolean;
  /** Every byte is written by itself, this many milliseconds apart. */
  readonly dripMs?: number;
  /** An error event under status 200 after so many tokens; then the stream ends. */
  readonly errorAfter?: number;
  /** What that error says. */
  readonly error?: unknown;
  /** The stream ends cleanly, without any end mark, after so many tokens. */
  readonly cutAfter?: number;
  /** Nothing more is sent from here on; the connection stays open. */
  readonly stallAt?: Moment;
  /** The connection is reset here. */
  readonly resetAt?: Moment;
  /** Anything but 200 answers with `body` at once. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is instead of a stream: an error, a web page, garbage. */
  readonly body?: string | Uint8Array;
  /** Garbage without end: `body` is repeated until the client hangs up. */
  readonly endless?: boolean;
  /** llama-server closes after a streamed answer although it advertises keep-alive. */
  readonly closeAfterStream?: boolean;
}
