import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { projectRoot } from '../../scripts/lib/project-root.ts';
import { type ProcessGroup, startProcessGroup } from '../../scripts/vscode/process-group.ts';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/\?folder=\S+/;

function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) =>
    /^first-token-(vscode|sample|desktop|t)-/.test(name),
  );
}

interface Run {
  readonly group: ProcessGroup;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

function npmStart(...args: string[]): Run {
  const group = startProcessGroup(
    process.execPath,
    ['scripts/bootstrap.mjs', 'scripts/start.ts', ...args],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString();
  };
  group.child.stdout?.on('data', take);
  group.child.stderr?.on('data', take);
  const exit = new Promise<number | null>((resolve) => group.child.once('exit', resolve));
  return { group, output: () => output, exit };
}

describe('npm start, in the browser', () => {
  let run: Run | undefined;
  afterEach(() => run?.group.stop());

  test('it comes up, says what to do, ends when told to and leaves nothing behind', async () => {
    const before = leftovers();
    run = npmStart('--web', '--exit-when-ready');
    expect(await run.exit, run.output()).toBe(0);
    expect(run.output()).toMatch(ADDRESS);
    expect(run.output()).toContain('What to do now');
    expect(run.output()).toContain('they know nothing');
    expect(leftovers()).toEqual(before);
  });

  test('Ctrl+C ends it with all it started', async () => {
    const before = leftovers();
    run = npmStart('--web');
    await expect.poll(run.output, { timeout: 60_000 }).toMatch(/Ctrl\+C here/);
    const address = ADDRESS.exec(run.output())?.[0] ?? '';
    expect((await fetch(address)).status).toBe(200);
    const { pid } = run.group.child;
    expect(pid).toBeDefined();
    // As a terminal does: to the whole group in the foreground.
    process.kill(-(pid ?? 0), 'SIGINT');
    expect(await run.exit, run.output()).toBe(0);
    expect(run.output().trim()).toMatch(/\nStopping everything…$/);
    await expect(fetch(address)).rejects.toThrow();
    expect(leftovers()).toEqual(before);
  });

  test('an unknown option is answered with one sentence', async () => {
    run = npmStart('--wep');
    expect(await run.exit).toBe(1);
    expect(run.output().trim()).toBe(
      '--wep is not an option; there are --web, --desktop, --exit-when-ready.',
    );
  });
});
