import type { Clock } from '../../src/core/clock.ts';
import {
  type Completer,
  type CompleterOptions,
  createCompleter,
} from '../../src/core/race/completer.ts';
import { withLineFeeds } from '../../src/core/text/line-feeds.ts';
import type { BuildRequest } from '../../src/editor/build-request.ts';
import { createHeadStart } from '../../src/editor/head-start.ts';
import { registerInlineProvider } from '../../src/editor/inline-provider.ts';
import { isCursorAt } from '../../src/editor/is-cursor-at.ts';
import { createKeystrokes } from '../../src/editor/keystrokes.ts';

export interface TypingPath {
  readonly completer: Completer;
  dispose(): void;
}

/** Everything between a key and its answer, put together as the extension does it. */
export function createTypingPath(options: {
  readonly clock: Clock;
  readonly build: BuildRequest;
  readonly isOn: () => boolean;
  readonly completer: Omit<CompleterOptions, 'clock' | 'isThere' | 'onRejected'>;
}): TypingPath {
  const { clock, build, isOn } = options;
  let lastShown: readonly string[] = [];
  const completer = createCompleter({
    ...options.completer,
    clock,
    isThere: isCursorAt,
    onRejected: () => {},
  });
  const headStart = createHeadStart({ completer, build, isOn });
  const keystrokes = createKeystrokes({
    clock,
    isOurs: (text) =>
      text.length > 1 && lastShown.some((shown) => shown.includes(withLineFeeds(text))),
    onEdit: (edit) => {
      completer.edited(edit.position);
      headStart.edited(edit);
    },
  });
  const registration = registerInlineProvider({
    clock,
    completer,
    build,
    keystrokes,
    isOn,
    onAsked: headStart.asked,
    onReturned: (texts) => {
      lastShown = texts;
    },
  });
  return {
    completer,
    dispose: () => {
      registration.dispose();
      keystrokes.dispose();
      headStart.dispose();
    },
  };
}
