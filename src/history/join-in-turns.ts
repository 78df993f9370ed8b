import { setImmediate as nextTurn } from 'node:timers/promises';

// About five milliseconds of a CSV export: a full folder takes more than a second, and typing goes on.
const CHARS_PER_TURN = 128 * 1024;

/** All parts as one text, leaving the turn to others again and again while it is made. */
export async function joinInTurns(parts: Iterable<string>): Promise<string> {
  const turns: string[] = [];
  let turn: string[] = [];
  let chars = 0;
  for (const part of parts) {
    turn.push(part);
    chars += part.length;
    if (chars < CHARS_PER_TURN) continue;
    turns.push(turn.join(''));
    turn = [];
    chars = 0;
    await nextTurn();
  }
  return [...turns, ...turn].join('');
}
