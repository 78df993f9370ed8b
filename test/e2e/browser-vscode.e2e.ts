import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restoreProposalChecks } from '../../scripts/vscode/restore-proposal-checks.ts';

const FILES = [
  'server-main.js',
  'vs/code/browser/workbench/workbench.js',
  'vs/workbench/api/node/extensionHostProcess.js',
  'vs/workbench/api/worker/extensionHostWorkerMain.js',
];
const OPENED =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
  "function a(i,t){return!0}function b(i,t){if(!a(i,t))throw new Error(`Extension '${i.identifier.value}' CANNOT use API proposal: ${t}.`)}this._envEnablesProposedApiForAll=!0,";

describe('the checks of proposed API in the server build', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'first-token-out-'));
    for (const file of FILES) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), OPENED);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

  test('are put back in every file, and doing it again changes nothing', () => {
    restoreProposalChecks(folder);
    const once = FILES.map(read);
    for (const text of once) {
      expect(text).not.toContain('return!0');
      expect(text).toContain('enabledApiProposals.includes(t)');
    }
    expect(read(FILES[1] ?? '')).toContain('_envEnablesProposedApiForAll=!1');
    restoreProposalChecks(folder);
    expect(FILES.map(read)).toEqual(once);
  });

  test.for(FILES)('an update that changed %s is refused instead of tested unfaithfully', (file) => {
    writeFileSync(path.join(folder, file), 'function a(i,t){return yes(i,t)}');
    expect(() => restoreProposalChecks(folder)).toThrow(`${file} has 0 places`);
  });

  test('two candidates in one file are refused, because one of them is something else', () => {
    writeFileSync(path.join(folder, FILES[2] ?? ''), `${OPENED}${OPENED}`);
    expect(() => restoreProposalChecks(folder)).toThrow('has 2 places');
  });
});
