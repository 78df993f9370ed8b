import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with the closing zero. */
const MAX_SOCKET_PATH = 103;
/** The longest name that VS Code gives a socket: `vscode-ipc-` and a UUID. */
const LONGEST_NAME = `/vscode-ipc-${'0'.repeat(36)}.sock`;

export interface SocketFolder {
  readonly folder: string;
  /** For the process that makes the sockets: where it puts temporary files and sockets. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A folder for the sockets of a VS Code that runs on throw-away data. VS Code leaves them behind, and
 * in the system's folder for temporary files they would pile up. Made inside `dataFolder`, or beside
 * it in `/tmp` where the path would be too long for a socket. Undefined on Windows, which has pipes.
 */
export function makeSocketFolder(
  dataFolder: string,
  platform: NodeJS.Platform = process.platform,
): SocketFolder | undefined {
  if (platform === 'win32') return undefined;
  const inside = path.join(dataFolder, 't');
  const fits = Buffer.byteLength(inside + LONGEST_NAME) <= MAX_SOCKET_PATH;
  if (fits) mkdirSync(inside, { recursive: true });
  const folder = fits ? inside : mkdtempSync('/tmp/first-token-t-');
  return { folder, env: { TMPDIR: folder, XDG_RUNTIME_DIR: folder } };
}
