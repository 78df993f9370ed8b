import { spawnSync } from 'node:child_process';
import { type EvalLine, isWorthwhile } from './eval-case.ts';

/** Files to learn or forget before the lines of one commit are asked for. */
export interface ReplayStep {
  readonly commit: string;
  readonly learn: readonly { readonly path: string; readonly text: string }[];
  readonly forget: readonly string[];
  readonly lines: readonly EvalLine[];
}

export interface ReplayOptions {
  readonly repository: string;
  readonly maxCommits: number;
  readonly maxLinesPerCommit: number;
  readonly random: () => number;
}

const EXTENSIONS =
  'ts tsx mts js jsx mjs cjs py go rs java c h cc cpp hpp cs rb php swift kt css html sh'.split(
    ' ',
  );
const SOURCE = new RegExp(`\\.(?:${EXTENSIONS.join('|')})$`);
const GENERATED =
  /(?:^|\/)(?:node_modules|dist|out|build|vendor|deps|coverage|\.git)\/|\.min\.|wasm/;
const MAX_FILE_CHARS = 300_000;

/**
 * Replays history: for each commit the parent's tree is known and the lines that the commit added are
 * asked for, in the state in which they were written: the new text above, the old text below. Lines
 * that the commit merely moved or re-indented, merges and mass edits are left out.
 */
export function* replayCommits(options: ReplayOptions): Generator<ReplayStep> {
  const git = (args: string[], input?: string) => {
    const run = spawnSync('git', ['-C', options.repository, ...args], {
      maxBuffer: 1 << 30,
      ...(input === undefined ? {} : { input }),
    });
    return run.stdout;
  };
  const log = git([
    ...['log', '--no-merges', '--reverse', '--format=%H %P', '--'],
    ...EXTENSIONS.map((extension) => `*.${extension}`),
  ])
    .toString()
    .trim();
  const all = log.split('\n').filter((entry) => entry.split(' ').length === 2);
  const every = Math.max(1, all.length / options.maxCommits);
  let known: string | null = null;

  for (let i = 0; i < all.length; i += every) {
    const [commit = '', parent = ''] = (all[Math.floor(i)] ?? '').split(' ');
    const diff = git(['diff', '-U0', '--no-renames', '--no-color', parent, commit]).toString();
    const additions = parseAdditions(diff);
    const paths = [...new Set(additions.map((hunk) => hunk.path))].filter(isSource);
    const count = additions.reduce((sum, hunk) => sum + hunk.added.length, 0);
    if (paths.length === 0 || count > 1500) continue;

    const before = read(
      git,
      paths.map((path) => `${parent}:${path}`),
    );
    const after = read(
      git,
      paths.map((path) => `${commit}:${path}`),
    );
    const removed = new Set(additions.flatMap((hunk) => hunk.removed.map((line) => line.trim())));
    const lines: EvalLine[] = [];
    for (const hunk of additions) {
      const text = after.get(`${commit}:${hunk.path}`);
      if (text === undefined || text.length > MAX_FILE_CHARS) continue;
      const newLines = text.split('\n');
      const oldLines = (before.get(`${parent}:${hunk.path}`) ?? '').split('\n');
      const below = oldLines.slice(hunk.oldEnd).join('\n');
      for (const [offset, line] of hunk.added.entries()) {
        if (!isWorthwhile(line) || removed.has(line.trim())) continue;
        const above = newLines.slice(0, hunk.newStart + offset);
        const uri = `file:///${hunk.path}`;
        lines.push({
          uri,
          path: hunk.path,
          above: above.map((l) => `${l}\n`).join(''),
          line,
          below,
        });
      }
    }
    if (lines.length === 0) continue;

    const changes = changesBetween(git, known, parent);
    const texts = read(
      git,
      changes.learn.map((path) => `${parent}:${path}`),
    );
    known = parent;
    yield {
      commit,
      forget: changes.forget,
      learn: changes.learn.flatMap((path) => {
        const text = texts.get(`${parent}:${path}`);
        return text === undefined || text.length > MAX_FILE_CHARS ? [] : [{ path, text }];
      }),
      lines: sample(lines, options.maxLinesPerCommit, options.random),
    };
  }
}

interface Hunk {
  readonly path: string;
  /** Lines of the new file before the hunk, and of the old file up to its end. */
  readonly newStart: number;
  readonly oldEnd: number;
  readonly added: string[];
  readonly removed: string[];
}

function parseAdditions(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  let path = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) path = line.startsWith('+++ b/') ? line.slice(6) : '';
    else if (line.startsWith('@@')) {
      const [, from = '0', length = '1', to = '0', added = '1'] =
        /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      const oldEnd = length === '0' ? Number(from) : Number(from) + Number(length) - 1;
      if (added !== '0' && isSource(path)) {
        hunks.push({ path, newStart: Number(to) - 1, oldEnd, added: [], removed: [] });
      } else hunks.push({ path: '', newStart: 0, oldEnd: 0, added: [], removed: [] });
    } else if (line.startsWith('+') && !line.startsWith('+++')) {
      hunks.at(-1)?.added.push(line.slice(1).replace(/\r$/, ''));
    } else if (line.startsWith('-') && !line.startsWith('---')) {
      hunks.at(-1)?.removed.push(line.slice(1));
    }
  }
  return hunks;
}

type Git = (args: string[], input?: string) => Buffer;

function changesBetween(git: Git, known: string | null, next: string) {
  if (known === null) {
    const listing = git(['ls-tree', '-r', '--name-only', next]).toString().split('\n');
    return { learn: listing.filter(isSource), forget: [] };
  }
  const status = git(['diff', '--no-renames', '--name-status', known, next]).toString();
  const entries = status
    .split('\n')
    .map((entry) => entry.split('\t'))
    .filter(([, path]) => path !== undefined && isSource(path));
  return {
    learn: entries.filter(([kind]) => kind !== 'D').map(([, path]) => path ?? ''),
    forget: entries.filter(([kind]) => kind === 'D').map(([, path]) => path ?? ''),
  };
}

/** Blobs by `commit:path` in one process. */
function read(git: Git, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  if (names.length === 0) return found;
  const output = git(['cat-file', '--batch'], `${names.join('\n')}\n`);
  let offset = 0;
  for (const name of names) {
    const end = output.indexOf(10, offset);
    if (end < 0) break;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('utf8', offset, end))?.[1];
    offset = end + 1;
    if (size === undefined) continue;
    found.set(name, output.toString('utf8', offset, offset + Number(size)));
    offset += Number(size) + 1;
  }
  return found;
}

function isSource(path: string): boolean {
  return SOURCE.test(path) && !GENERATED.test(path);
}

function sample<T>(items: readonly T[], count: number, random: () => number): T[] {
  const rest = [...items];
  while (rest.length > count) rest.splice(Math.floor(random() * rest.length), 1);
  return rest;
}
