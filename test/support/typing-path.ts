import type { Clock } from '../../src/core/clock.ts';
import {
  type Completer,
  type CompleterOptions,
  createCompleter,
} from '../../src/core/race/completer.ts';
import type { BuildRequest } from '../../src/editor/build-request.ts';
import { isCursorAt } from '../../src/editor/is-cursor-at.ts';
import { startTyping } from '../../src/editor/typing.ts';

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
  const completer = createCompleter({
    ...options.completer,
    clock,
    isThere: isCursorAt,
    onRejected: () => {},
  });
  const typing = startTyping({
    clock,
    completer,
    build,
    isOn,
    onAlternatives: () => {},
    onEdit: () => {},
  });
  return { completer, dispose: () => typing.dispose() };
}
