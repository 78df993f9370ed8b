import { spawn } from 'node:child_process';

export interface CommandResult {
  /** Exit code; 128 plus the signal's name is not told apart from 1. */
  readonly code: number;
  /** Standard output and standard error, interleaved as they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Kill the command after this many milliseconds. */
  readonly timeoutMs?: number;
  /** Also show the output while it comes. */
  readonly live?: boolean;
}

/** Runs a command to its end. A command that cannot be started gives code 127 and the reason. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    let output = '';
    // npm and code are .cmd files on Windows, which only a shell can start, and a shell splits at spaces.
    const shell = process.platform === 'win32' && !command.endsWith('.exe');
    const quote = (word: string) => (shell && /[\s&()^]/.test(word) ? `"${word}"` : word);
    const child = spawn(quote(command), args.map(quote), {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell,
    });
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            output += `\nStopped after ${options.timeoutMs} ms.\n`;
            child.kill('SIGKILL');
          }, options.timeoutMs);
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (options.live === true) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({
        code: 127,
        output: `${output}${command} could not be started: ${error.message}\n`,
      });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
  });
}
