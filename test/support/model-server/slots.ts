import { commonStart } from '../../../src/models/common-start.ts';

/** One place to be served in, with the cache of what was served there last. */
export interface Slot {
  /** How many characters at the beginning of the prompt the slot has in its cache. */
  readonly cachedChars: number;
  /** Frees the slot; it keeps the prompt and what was said to it. */
  release(answered: string): void;
}

export interface Slots {
  /** A slot for a prompt: the free one that knows the longest beginning of it. Waits in order of arrival. */
  take(prompt: string): Promise<Slot>;
}

/** `limit` requests are served at a time. */
export function createSlots(limit: number): Slots {
  /** What each free slot has cached, the longest unused first. */
  const idle: string[] = [];
  const waiting: ((cached: string) => void)[] = [];
  let opened = 0;

  const bestOf = (prompt: string): string => {
    const known = idle.map((cached) => commonStart(cached, prompt));
    const longest = Math.max(...known);
    // Below a tenth llama.cpp rather overwrites what nobody has asked for lately.
    const at = longest > prompt.length / 10 ? known.indexOf(longest) : 0;
    return idle.splice(at, 1)[0] ?? '';
  };
  const free = (prompt: string): string | Promise<string> => {
    if (idle.length > 0) return bestOf(prompt);
    if (opened >= limit) return new Promise<string>((resolve) => waiting.push(resolve));
    opened += 1;
    return '';
  };

  return {
    async take(prompt) {
      const cached = await free(prompt);
      return {
        cachedChars: commonStart(cached, prompt),
        release(answered) {
          const kept = prompt + answered;
          const next = waiting.shift();
          if (next) next(kept);
          else idle.push(kept);
        },
      };
    },
  };
}
