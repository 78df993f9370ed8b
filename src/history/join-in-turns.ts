import { setImmediate as nextTurn } from 'node:timers/promises';

// About five milliseconds of a CSV export: a full folder takes more than a second, and typing goes on.
const CHARS_PER_TURN = 128 * 1024;
/** Some parts take longer than their length says: before the first there may be much to work out. */
const MS_PER_TURN = 8;

/** All parts as one text, leaving the turn to others again and again while it is made. */
export async function joinInTurns(parts: Iterable<string>): Promise<string> {
  const turns: string[] = [];
  let turn: string[] = [];
  let chars = 0;
  let sinceMs = performance.now();
  for (const part of parts) {
    turn.push(part);
    chars += part.length;
    if (chars < CHARS_PER_TURN && performance.now() - sinceMs < MS_PER_TURN) continue;
    turns.push(turn.join(''));
    turn = [];
    chars = 0;
    await nextTurn();
    sinceMs = performance.now();
  }
  return [...turns, ...turn].join('');
}
