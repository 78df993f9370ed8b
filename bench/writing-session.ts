import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../scripts/lib/project-root.ts';
import { seededRandom } from '../src/core/seeded-random.ts';

/** What happens in a session, in order; every `key` is a moment at which models may be asked. */
export type SessionEvent =
  | { readonly type: 'enter'; readonly file: OpenFile }
  | { readonly type: 'leave'; readonly file: OpenFile }
  | { readonly type: 'pause'; readonly file: OpenFile }
  | { readonly type: 'key'; readonly file: OpenFile; readonly accepted: boolean };

/** A document with a cursor; its text at the time of the event. */
export interface OpenFile {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

export interface SessionOptions {
  readonly project: readonly OpenFile[];
  readonly seed: number;
  /** Pieces of code that are written, each in a place of its own. */
  readonly stretches: number;
}

/** Long enough that no window holds the whole file, and short enough to be written by hand. */
const MIN_CHARS = 5000;
const MAX_CHARS = 20_000;
const FILES = 6;
/** Lines of one stretch: a small function or a few statements. */
const STRETCH_LINES = 8;
/** Shares, guessed, of what a person does besides typing: none of them decides the comparison. */
const ACCEPT_SHARE = 0.25;
const SWITCH_SHARE = 0.3;
const PAUSE_SHARE = 0.15;
const SLIP_SHARE = 0.02;

const PAIRS: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  "'": "'",
  '`': '`',
};

/**
 * A person who writes code that exists: some lines of a file of this project are taken out and typed in
 * again, with brackets that the editor closes, slips that are deleted, rests of lines that are accepted,
 * pauses, moves to another place, and switches to other files and back.
 */
export function* writingSession(options: SessionOptions): Generator<SessionEvent> {
  const { project, seed, stretches } = options;
  const random = seededRandom(seed);
  const whole = (below: number): number => Math.floor(random() * below);
  const files = pickFiles(project, whole);
  let current = 0;
  let file = files[current] ?? fail();
  yield { type: 'enter', file };

  function* write(lines: readonly string[]): Generator<SessionEvent> {
    const insert = (typed: string, accepted: boolean, closer = ''): SessionEvent => {
      const { text, offset } = file;
      file = {
        ...file,
        text: text.slice(0, offset) + typed + closer + text.slice(offset),
        offset: offset + typed.length,
      };
      return { type: 'key', file, accepted };
    };
    for (const [index, line] of lines.entries()) {
      if (index > 0) yield insert('\n', false);
      const acceptAt = random() < ACCEPT_SHARE ? whole(line.length) : line.length;
      const indent = /^\s*/.exec(line)?.[0] ?? '';
      // The editor indents a new line by itself, in the same change.
      if (indent !== '') file = (insert(indent, false) as { file: OpenFile }).file;
      const open: string[] = [];
      for (let at = indent.length; at < acceptAt; at += 1) {
        const char = line[at] ?? '';
        if (random() < SLIP_SHARE) {
          yield insert('x', false);
          const { text, offset } = file;
          file = {
            ...file,
            text: text.slice(0, offset - 1) + text.slice(offset),
            offset: offset - 1,
          };
          yield { type: 'key', file, accepted: false };
        }
        if (open.at(-1) === char) {
          // Typed over: the closer stands there already.
          open.pop();
          file = { ...file, offset: file.offset + 1 };
          yield { type: 'key', file, accepted: false };
          continue;
        }
        const closer = PAIRS[char] ?? '';
        if (closer !== '') open.push(closer);
        yield insert(char, false, closer);
      }
      if (acceptAt < line.length) {
        // What was accepted holds the closers too and replaces those behind the cursor.
        const { text, offset } = file;
        file = { ...file, text: text.slice(0, offset) + text.slice(offset + open.length) };
        yield insert(line.slice(Math.max(acceptAt, indent.length)), true);
      } else {
        file = { ...file, offset: file.offset + open.length };
      }
      if (random() < PAUSE_SHARE) yield { type: 'pause', file };
    }
  }

  for (let stretch = 0; stretch < stretches; stretch += 1) {
    if (stretch > 0 && random() < SWITCH_SHARE) {
      files[current] = file;
      yield { type: 'leave', file };
      current = (current + 1 + whole(files.length - 1)) % files.length;
      file = files[current] ?? fail();
      yield { type: 'enter', file };
    }
    const lines = file.text.split('\n');
    const first = whole(Math.max(1, lines.length - STRETCH_LINES));
    const taken = lines.slice(first, first + STRETCH_LINES);
    const before = lines.slice(0, first).map((line) => `${line}\n`);
    const offset = before.join('').length;
    // The writer has opened an empty line for it.
    const text = [before.join(''), ...lines.slice(first + STRETCH_LINES)].join('\n');
    file = { ...file, text, offset };
    yield* write(taken);
  }
}

/** The files that may be written, as they are now: every session of one run must find the same. */
export function readProject(): readonly OpenFile[] {
  return readdirSync(path.join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
    .map((name) => ({
      path: `src/${name}`,
      text: readFileSync(path.join(projectRoot, 'src', name), 'utf8'),
      offset: 0,
    }))
    .filter(({ text }) => text.length >= MIN_CHARS && text.length <= MAX_CHARS);
}

function pickFiles(project: readonly OpenFile[], whole: (below: number) => number): OpenFile[] {
  const left = [...project];
  return Array.from({ length: Math.min(FILES, left.length) }, () => {
    const [taken] = left.splice(whole(left.length), 1);
    return taken ?? fail();
  });
}

function fail(): never {
  throw new Error('This project has no files to write.');
}
