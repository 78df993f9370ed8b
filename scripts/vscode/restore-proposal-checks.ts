import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * code-server allows every proposed API to every extension; VS Code as people install it does not, so a
 * stray proposed call would pass here and throw there. This puts the checks back into an installed
 * server. The patterns are those of the pinned version and each must occur exactly once per file: an
 * update of code-server that changes them fails here instead of testing an unfaithful editor.
 */

/** `isProposedApiEnabled` as code-server leaves it, just before the function that throws on false. */
const OPENED =
  /function ([\w$]+)\(([\w$]+),([\w$]+)\)\{return!0\}(?=function [\w$]+\(\2,\3\)\{if\(!\1\(\2,\3\)\)throw new Error\(`Extension '\$\{\2\.identifier\.value\}' CANNOT use API proposal)/g;
const CLOSED =
  /function ([\w$]+)\(([\w$]+),([\w$]+)\)\{return!!\(\2\.enabledApiProposals&&\2\.enabledApiProposals\.includes\(\3\)\)\}(?=function )/g;

const FILES = [
  'server-main.js',
  'vs/code/browser/workbench/workbench.js',
  'vs/workbench/api/node/extensionHostProcess.js',
  'vs/workbench/api/worker/extensionHostWorkerMain.js',
];

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function replaceOnce(
  text: string,
  file: string,
  opened: RegExp,
  closed: RegExp,
  replacement: string,
): string {
  const found = count(text, opened);
  if (found === 0 && count(text, closed) === 1) return text;
  if (found !== 1)
    throw new Error(
      `${file} has ${found} places of ${opened} instead of one: adapt scripts/vscode/restore-proposal-checks.ts to this version of code-server.`,
    );
  return text.replace(opened, replacement);
}

/** Patches `lib/vscode/out` of an installed code-server in place; does nothing to a patched one. */
export function restoreProposalChecks(outFolder: string): void {
  for (const file of FILES) {
    const target = path.join(outFolder, file);
    const before = readFileSync(target, 'utf8');
    let after = replaceOnce(
      before,
      file,
      OPENED,
      CLOSED,
      'function $1($2,$3){return!!($2.enabledApiProposals&&$2.enabledApiProposals.includes($3))}',
    );
    if (file.endsWith('workbench.js'))
      after = replaceOnce(
        after,
        file,
        /_envEnablesProposedApiForAll=!0/g,
        /_envEnablesProposedApiForAll=!1/g,
        '_envEnablesProposedApiForAll=!1',
      );
    if (after !== before) writeFileSync(target, after);
  }
}
