import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type EvalLine, isWorthwhile } from './eval-case.ts';

export interface SourceFile {
  readonly uri: string;
  readonly path: string;
  readonly text: string;
}

/** Sources under a directory that a person wrote: no declarations, no bundles, no minified lines. */
export function readSources(root: string): SourceFile[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:[cm]?[jt]sx?|py)$/.test(name) && !/\.d\.[cm]?ts$|\.min\./.test(name))
    .filter((name) => !/(?:^|\/)(?:node_modules|site-packages|test)\//.test(name))
    .sort()
    .filter((name) => statSync(join(root, name)).isFile())
    .map((path) => ({
      uri: `file:///${path}`,
      path,
      text: readFileSync(join(root, path), 'utf8'),
    }))
    .filter(({ text }) => text.length < 300_000 && text.length / text.split('\n').length < 200);
}

/** Lines of one file, as if it were being written from top to bottom: nothing stands below. */
export function sampleLines(file: SourceFile, count: number, random: () => number): EvalLine[] {
  const lines = file.text.split('\n');
  const picked: EvalLine[] = [];
  for (let tries = 0; tries < count * 4 && picked.length < count; tries++) {
    const index = Math.floor(random() * lines.length);
    const line = (lines[index] ?? '').replace(/\r$/, '');
    // Comments are prose; a real commit adds them too, but here they would be a third of the lines.
    if (!isWorthwhile(line) || /^\s*(?:\/\/|\/?\*|#)/.test(line)) continue;
    const above = lines.slice(0, index).map((text) => `${text}\n`);
    picked.push({ uri: file.uri, path: file.path, above: above.join(''), line, below: '' });
  }
  return picked;
}
