import { spawn } from 'node:child_process';

/** Opens an address in the person's own browser; does nothing where that cannot be done. */
export function openAddress(url: string): void {
  const [command, args]: [string, string[]] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // The address is printed too.
  child.on('error', () => {});
  child.unref();
}
