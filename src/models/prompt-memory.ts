import type { StreamOptions } from '../core/model.ts';
import { commonStart } from './common-start.ts';

export interface PromptMemory {
  /**
   * Marks a prompt, in the order in which the model reads it, against the last one that was sent. The
   * options that come back remember it once it is on its way: what was never sent is in no server's cache.
   */
  watch(prompt: string, options: StreamOptions): StreamOptions;
}

/** One model's last prompt, kept only to tell how much of the next one its server may have cached. */
export function createPromptMemory(): PromptMemory {
  let last = '';
  return {
    watch(prompt, { signal, onMark }) {
      onMark({
        name: 'prompt',
        chars: prompt.length,
        repeatedChars: commonStart(prompt, last),
      });
      return {
        signal,
        onMark(mark) {
          if (mark.name === 'connected') last = prompt;
          onMark(mark);
        },
      };
    },
  };
}
