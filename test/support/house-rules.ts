import { posix } from 'node:path';
import { scanSource } from './scan-source.ts';

/** A file of `src`, its path with forward slashes and relative to the repository. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const MAX_LINES = 300;

type Room = 'core' | 'models' | 'history' | 'editor' | 'panel' | 'root';

/** Which rooms a room may reach into, itself included. An arrow that is not here points backward. */
const MAY_IMPORT: Readonly<Record<Room, readonly Room[]>> = {
  core: ['core'],
  models: ['core', 'models'],
  history: ['core', 'history'],
  editor: ['core', 'models', 'history', 'editor'],
  panel: ['panel'],
  root: ['core', 'models', 'history', 'editor', 'root'],
};

/**
 * The panel speaks to the host in messages. It may see those, the records that they carry, what is worded
 * once for panel, picker, messages and report, and what it works out of a snapshot itself: the phases of
 * one request and the job that the person describes. Nothing else of the core.
 */
const PANEL_MAY_SEE = [
  'src/core/protocol.ts',
  'src/core/record.ts',
  'src/core/measure/verdict.ts',
  'src/core/measure/empty-answer-words.ts',
  'src/core/measure/widest-phase.ts',
  'src/core/measure/lane-phases.ts',
  'src/core/measure/lane-fate.ts',
  'src/core/measure/job-fit.ts',
];

/** Pure libraries: no I/O, no timers of their own on the paths that are used. */
const CORE_LIBRARIES = ['valibot', 'lru-cache', 'ignore', 'cockatiel'];

/** Time, randomness, network and process enter the core only as arguments. */
const FORBIDDEN_IN_CORE = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'Date.now',
  'performance.now',
  'Math.random',
  'crypto',
  'fetch',
  'WebSocket',
  'XMLHttpRequest',
  'process',
  'Buffer',
  'console',
  'require',
];

function roomOf(path: string): Room {
  const [, folder, rest] = path.split('/');
  const isRoom = (name: string | undefined): name is Room =>
    name !== undefined && name in MAY_IMPORT;
  if (rest === undefined) return 'root';
  if (!isRoom(folder))
    throw new Error(`${path} is in a folder that the architecture does not know.`);
  return folder;
}

/** Every breach of the house rules in one file, each one sentence that names file and rule. */
export function breachesOf({ path, text }: SourceFile): string[] {
  const room = roomOf(path);
  const facts = scanSource(text, path.endsWith('.tsx') ? 'tsx' : 'ts');
  const breaches: string[] = [];
  const lines = text.trimEnd().split('\n').length;
  if (lines > MAX_LINES) breaches.push(`${path} has ${lines} lines; split it below ${MAX_LINES}.`);
  if (facts.hasDefaultExport) breaches.push(`${path} has a default export; name it.`);
  for (const specifier of facts.reExports) {
    breaches.push(`${path} re-exports ${specifier}; import it where it is used.`);
  }
  if (facts.opaqueImports > 0) {
    breaches.push(`${path} imports by a computed name, which no rule can judge.`);
  }
  for (const specifier of facts.imports) {
    const fault = specifier.startsWith('.')
      ? relativeFault(room, path, specifier)
      : packageFault(room, specifier);
    if (fault !== null) breaches.push(`${path} imports ${specifier}: ${fault}.`);
  }
  if (room === 'core') {
    for (const name of FORBIDDEN_IN_CORE) {
      if (facts.globals.has(name))
        breaches.push(`${path} uses ${name}; the core gets it injected.`);
    }
  }
  return breaches;
}

function relativeFault(room: Room, path: string, specifier: string): string | null {
  const target = posix.join(posix.dirname(path), specifier);
  if (!target.startsWith('src/')) return 'it lies outside src';
  if (room === 'panel' && PANEL_MAY_SEE.includes(target)) return null;
  const other = roomOf(target);
  return MAY_IMPORT[room].includes(other) ? null : `${room} may not depend on ${other}`;
}

function packageFault(room: Room, specifier: string): string | null {
  const name = specifier.split('/')[0] ?? specifier;
  if (name === 'vscode') {
    return room === 'editor' || room === 'root' ? null : 'only src/editor may import vscode';
  }
  if (room === 'core' && !CORE_LIBRARIES.includes(name)) {
    return 'the core takes only the language and its pure libraries';
  }
  if (room === 'panel' && name !== 'preact') return 'the panel runs in a browser, on preact alone';
  return null;
}
