import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeSocketFolder } from '../scripts/vscode/socket-folder.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(name = 'first-token-test-'): string {
  const folder = mkdtempSync(path.join(tmpdir(), name));
  made.push(folder);
  return folder;
}

/** Opens and closes a socket with a name as long as any of VS Code's. */
function openSocket(folder: string): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path.join(folder, `vscode-ipc-${crypto.randomUUID()}.sock`), () =>
      server.close(() => resolve()),
    );
  });
}

const onUnix = test.skipIf(process.platform === 'win32');

onUnix('sockets go where the other throw-away data is', async () => {
  const sockets = makeSocketFolder('/tmp/first-token-vscode-short');
  made.push('/tmp/first-token-vscode-short');
  expect(sockets?.folder).toBe('/tmp/first-token-vscode-short/t');
  expect(sockets?.env).toEqual({ TMPDIR: sockets?.folder, XDG_RUNTIME_DIR: sockets?.folder });
  await openSocket(sockets?.folder ?? '');
});

onUnix('where that path is too long for a socket, they get a short one of their own', async () => {
  const long = temporaryFolder(`first-token-${'long-'.repeat(20)}`);
  const sockets = makeSocketFolder(long);
  made.push(sockets?.folder ?? long);
  expect(sockets?.folder).toMatch(/^\/tmp\/first-token-t-/);
  expect(existsSync(path.join(long, 't'))).toBe(false);
  await openSocket(sockets?.folder ?? '');
});

test('Windows has pipes, and no such folder', () => {
  const folder = temporaryFolder();
  expect(makeSocketFolder(folder, 'win32')).toBeUndefined();
  expect(existsSync(path.join(folder, 't'))).toBe(false);
});
