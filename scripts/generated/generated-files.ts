import {
  renderCapabilities,
  renderCommandRows,
  renderCommands,
  renderConfiguration,
  renderModelRows,
  renderSettingRows,
} from '../../src/core/render-settings.ts';
import { DEPENDENCY_REASONS } from '../dependency-reasons.ts';
import { markdownTable } from './markdown-table.ts';
import { replaceRegion } from './replace-region.ts';

/** The texts of the files that hold generated parts, and of the lock file that is read for one. */
export interface GeneratorInput {
  readonly manifest: string;
  readonly readme: string;
  readonly lock: string;
}

export interface GeneratedFiles {
  readonly manifest: string;
  readonly readme: string;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly contributes?: Readonly<Record<string, unknown>>;
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { version?: string; license?: string }>>;
}

/** What package.json and README.md should be; everything that is not generated stays as it is. */
export function generateFiles({ manifest, readme, lock }: GeneratorInput): GeneratedFiles {
  const settings = markdownTable(renderSettingRows());
  const models = markdownTable(renderModelRows());
  let text = replaceRegion(
    readme,
    'settings',
    `${settings}\n\nKeys of one entry of \`firstToken.models\`:\n\n${models}`,
  );
  text = replaceRegion(text, 'commands', markdownTable(renderCommandRows()));
  text = replaceRegion(text, 'dependencies', dependencyTables(manifest, lock));
  return { manifest: generateManifest(manifest), readme: text };
}

/** Replaces the generated keys in place and leaves those that are written by hand, in their order. */
function generateManifest(text: string): string {
  const manifest = JSON.parse(text) as Manifest;
  const { commands, commandPalette } = renderCommands();
  const menus = { ...(manifest.contributes?.['menus'] as Record<string, unknown> | undefined) };
  if (commandPalette.length > 0) menus['commandPalette'] = commandPalette;
  else delete menus['commandPalette'];
  const contributes: Record<string, unknown> = {
    ...manifest.contributes,
    configuration: renderConfiguration(),
    commands,
    menus,
  };
  if (Object.keys(menus).length === 0) delete contributes['menus'];
  const capabilities = { ...manifest.capabilities, ...renderCapabilities() };
  return `${JSON.stringify({ ...manifest, contributes, capabilities }, null, 2)}\n`;
}

function dependencyTables(manifestText: string, lockText: string): string {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(manifestText) as Manifest;
  const { packages } = JSON.parse(lockText) as Lock;
  const heading = ['Package', 'Version', 'Licence', 'Why'];
  const row = (name: string) => {
    const reason = DEPENDENCY_REASONS[name];
    if (reason === undefined) {
      throw new Error(`${name} has no reason in scripts/dependency-reasons.ts.`);
    }
    const { version, license } = packages[`node_modules/${name}`] ?? {};
    if (version === undefined || license === undefined) {
      throw new Error(`${name} has no version or licence in package-lock.json.`);
    }
    return [`\`${name}\``, version, license, reason];
  };
  const unknown = Object.keys(DEPENDENCY_REASONS).filter(
    (name) => !(name in dependencies || name in devDependencies),
  );
  if (unknown.length > 0) {
    throw new Error(`scripts/dependency-reasons.ts explains what is not used: ${unknown.join()}.`);
  }
  const table = (group: Readonly<Record<string, string>>) =>
    markdownTable([heading, ...Object.keys(group).sort().map(row)]);
  return [
    'In the extension:',
    table(dependencies),
    'For building and testing only:',
    table(devDependencies),
  ].join('\n\n');
}
