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

/** Whose timing fields the answer carries, where one route is spoken by many servers. */
export type Reports =
  /** No timing, no progress, no count of cached tokens. */
  | 'plain'
  | 'llama-server'
  | 'vllm'
  | 'groq'
  | 'cerebras'
  | 'fireworks'
  /** No times either, but comments for as long as the request waits. */
  | 'deepseek'
  | 'ollama';

/** How the server answers one request. Everything is optional; the default is a prompt, healthy answer. */
export interface Script {
  /**
   * From a free slot, which is the moment of arrival where slots are not limited, to the first token
   * written, in milliseconds. Default 0.
   */
  readonly ttftMs?: number;
  /** Of that, how long the request still waits in the scheduler before prefill begins. Default 0. */
  readonly queueMs?: number;
  /** Of that, how long the model loads before prefill begins. Only Ollama reports it. Default 0. */
  readonly loadMs?: number;
  /** Prefill on top of `ttftMs` for each prompt token that is not in the slot's cache. Default 0. */
  readonly msPerPromptToken?: number;
  /**
   * A slot keeps its last prompt and answer, and evaluates only what differs from their beginning, as
   * llama.cpp does; at least one token is always evaluated.
   */
  readonly cache?: boolean;
  /** What the answer says of its own times. Default: llama-server's and Ollama's own on their routes, else `plain`. */
  readonly reports?: Reports;
  /** The status line goes out at once or with the first event. Default: as the route's servers do. */
  readonly headersEarly?: boolean;
  /** Tokens per second after the first token. Default: all at once. */
  readonly tps?: number;
  /**
   * Share of `tps` that is lost by token 1000, 0 to below 1. Each token takes as much longer than the
   * one before, as with a growing KV cache. Default 0.
   */
  readonly tpsFallPer1000?: number;
  /** So many tokens share one event, which is written when the last of them is there. Default 1. */
  readonly tokensPerChunk?: number;
  /** Tokens of reasoning before the answer, where the route can tell the two apart. */
  readonly thinking?: readonly string[];
  readonly text?: string | ((request: ServedRequest) => string);
  /** The exact pieces, instead of cutting `text` into words. */
  readonly pieces?: readonly string[];
  /** OpenAI shape: a first chunk that carries a role and no text. */
  readonly roleChunk?: boolean;
  /** How long before the first token that chunk is written. Default 0. */
  readonly roleChunkEarlyMs?: number;
  /** SSE comments every so many milliseconds until the first token, for `deepseek` until prefill begins. */
  readonly commentsEveryMs?: number;
  /** OpenAI shape: what `usage` is on chunks that are not about usage. `counting`: tokens so far, as vLLM can. */
  readonly usageOnChunks?: 'absent' | 'null' | 'zero' | 'counting';
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
