import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `Predictor quality, seeded and offline.

  npm run eval [-- OPTIONS]

  --repo PATH          a git clone whose commits are replayed; may be given several times (this project)
  --commits N          commits of each clone, spread over its history (60)
  --lines N            added lines of each commit that are asked for (6)
  --package-files N    files left out one at a time, of each package (25); not with --repo
  --seed N             of every random choice (7)
  --fit                fit the calibration to the clones instead, each left out in turn
  --help               this text`;

export interface EvalOptions {
  readonly help: boolean;
  /** Absolute paths of git clones; undefined for the default sets. */
  readonly repositories: readonly string[] | undefined;
  readonly commits: number;
  readonly lines: number;
  readonly packageFiles: number;
  readonly seed: number;
  readonly fit: boolean;
}

/** Reads the command line. What is wrong with it is thrown as one sentence. */
export function readOptions(args: readonly string[]): EvalOptions {
  const values = parse(args);
  const whole = (name: 'commits' | 'lines' | 'package-files' | 'seed'): number => {
    const text = values[name];
    if (!/^\d{1,9}$/.test(text) || (name !== 'seed' && Number(text) === 0)) {
      throw new Error(`--${name} must be a whole number of at least 1, not "${text}".`);
    }
    return Number(text);
  };
  const options = {
    help: values.help,
    repositories: values.repo?.map((path) => resolve(path)),
    commits: whole('commits'),
    lines: whole('lines'),
    packageFiles: whole('package-files'),
    seed: whole('seed'),
    fit: values.fit,
  };
  if (!options.help) for (const path of options.repositories ?? []) demandClone(path);
  return options;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        repo: { type: 'string', multiple: true },
        commits: { type: 'string', default: '60' },
        lines: { type: 'string', default: '6' },
        'package-files': { type: 'string', default: '25' },
        fit: { type: 'boolean', default: false },
        seed: { type: 'string', default: '7' },
      },
    }).values;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Error(`${sentence.replace(/\.$/, '')}; npm run eval -- --help tells what there is.`);
  }
}

function demandClone(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Error(`--repo must be a git clone, but ${path} is no folder.`);
  }
  const git = spawnSync('git', ['-C', path, 'rev-parse', '--verify', '--quiet', 'HEAD']);
  if (git.error !== undefined) throw new Error('git is missing: install it to replay commits.');
  if (git.status !== 0) {
    throw new Error(`--repo must be a git clone with commits, but ${path} is none.`);
  }
}
