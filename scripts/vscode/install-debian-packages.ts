import { existsSync } from 'node:fs';
import { runCommand } from '../lib/run-command.ts';

/** True where packages can be installed without asking: Debian or Ubuntu, as root (a container, CI). */
export function canInstallDebianPackages(): boolean {
  return process.platform === 'linux' && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
}

/** Installs Debian packages; the reason in one sentence when that fails, else undefined. */
export async function installDebianPackages(
  packages: readonly string[],
): Promise<string | undefined> {
  process.stdout.write(`Installing Debian packages: ${packages.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runCommand('apt-get', ['update'], { env });
  const install = await runCommand(
    'apt-get',
    ['install', '--yes', '--no-install-recommends', ...packages],
    { env },
  );
  if (install.code === 0) return undefined;
  const last = `${update.output}\n${install.output}`.trim().split('\n').at(-1) ?? '';
  return `apt-get could not install ${packages.join(' ')}: ${last}`;
}
