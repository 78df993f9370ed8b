import { expect, test } from 'vitest';
import { ACCEPTED_COMMAND, COMMANDS } from '../../src/core/commands.ts';
import { parseSettings } from '../../src/core/parse-settings.ts';
import {
  renderCapabilities,
  renderCommandRows,
  renderCommands,
  renderConfiguration,
  renderModelRows,
  renderSettingRows,
} from '../../src/core/render-settings.ts';
import { SETTINGS, type SettingKey } from '../../src/core/settings.ts';

const KEYS = Object.keys(SETTINGS) as SettingKey[];
const properties = renderConfiguration().properties as Record<string, Record<string, unknown>>;

test('every setting is contributed, in the order of the table', () => {
  expect(Object.keys(properties)).toEqual(KEYS.map((key) => `firstToken.${key}`));
  expect(Object.values(properties).map((property) => property['order'])).toEqual(
    KEYS.map((_, i) => i),
  );
});

test('each has a scope, a default and a description', () => {
  for (const property of Object.values(properties)) {
    expect(['application', 'window', 'resource', 'language-overridable']).toContain(
      property['scope'],
    );
    expect(property).toHaveProperty('default');
    expect(property['markdownDescription']).toMatch(/^[A-Z].*\.$/);
    expect(property['description']).toBeUndefined();
  }
});

test('the defaults of the table are accepted by the parser without a problem', () => {
  const defaults = Object.fromEntries(KEYS.map((key) => [key, SETTINGS[key].default]));
  expect(parseSettings(defaults as Record<SettingKey, unknown>).problems).toEqual([]);
});

test('whatever names endpoints, costs or keys is out of reach of an untrusted folder', () => {
  const { untrustedWorkspaces } = renderCapabilities();
  expect(untrustedWorkspaces.supported).toBe('limited');
  const restricted = new Set(untrustedWorkspaces.restrictedConfigurations);
  for (const key of ['models', 'defaultModel', 'race.policy', 'race.extraRequests', 'enabled']) {
    expect(restricted).toContain(`firstToken.${key}`);
  }
  for (const key of KEYS.filter((one) => SETTINGS[one].scope === 'application')) {
    expect(restricted).toContain(`firstToken.${key}`);
  }
  for (const key of restricted) expect(properties).toHaveProperty([key]);
});

test('what a folder may not set has application scope', () => {
  for (const key of ['models', 'defaultModel', 'race.policy', 'budgetMs', 'race.shadow'] as const) {
    expect(SETTINGS[key].scope).toBe('application');
  }
});

test('every command is in the palette under one category, the internal one is not', () => {
  const { commands, commandPalette } = renderCommands();
  expect(commands.map(({ command }) => command)).toEqual(Object.keys(COMMANDS));
  for (const { command, title, category } of commands) {
    expect(command).toMatch(/^firstToken\.[a-z][A-Za-z]+$/);
    expect(title).toMatch(/^[A-Z0-9]/);
    expect(category).toBe('First Token');
  }
  expect(commands.map(({ command }) => command)).not.toContain(ACCEPTED_COMMAND);
  for (const { command } of commandPalette) expect(Object.keys(COMMANDS)).toContain(command);
});

test('the rows for the README name every setting, model key and command', () => {
  expect(renderSettingRows().map(([name]) => name)).toEqual([
    'Setting',
    ...KEYS.map((key) => `\`firstToken.${key}\``),
  ]);
  const modelKeys = Object.keys(SETTINGS.models.schema.items.properties);
  expect(renderModelRows().map(([name]) => name)).toEqual([
    'Key',
    ...modelKeys.map((key) => `\`${key}\``),
  ]);
  expect(renderCommandRows()).toHaveLength(1 + Object.keys(COMMANDS).length);
});

test('no cell of a row is left undefined, and ranges are words', () => {
  const rows = [...renderSettingRows(), ...renderModelRows(), ...renderCommandRows()];
  for (const cell of rows.flat()) expect(cell).not.toMatch(/undefined|\[object/);
  const row = (name: string) => renderSettingRows().find(([first]) => first === name);
  expect(row('`firstToken.budgetMs`')?.slice(1, 4)).toEqual(['`300`', '50 to 10000', 'you']);
  expect(row('`firstToken.enabled`')?.[3]).toBe('you, a folder');
});
