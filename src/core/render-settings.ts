import { COMMAND_CATEGORY, COMMANDS, type CommandSpec } from './commands.ts';
import { SETTING_PREFIX, SETTINGS, type SettingKey, type SettingSpec } from './settings.ts';

const SPECS: readonly (readonly [key: string, spec: SettingSpec])[] = Object.entries(SETTINGS);

/**
 * Settings of window scope by which a folder could start requests that the person had ruled out: by
 * switching us on, or by forgetting a language that was to stay off.
 */
const SPENDING: readonly SettingKey[] = ['enabled', 'disabledLanguages'];

/** `contributes.configuration` of package.json: every setting, in the order of the table. */
export function renderConfiguration() {
  const properties = SPECS.map(([key, spec], order) => [
    `${SETTING_PREFIX}.${key}`,
    {
      ...spec.schema,
      default: spec.default,
      markdownDescription: spec.description,
      scope: spec.scope,
      order,
    },
  ]);
  return { title: COMMAND_CATEGORY, properties: Object.fromEntries(properties) };
}

/** `contributes.commands` and, for those with a when-clause, `contributes.menus.commandPalette`. */
export function renderCommands() {
  const specs: [string, CommandSpec][] = Object.entries(COMMANDS);
  const commands = specs.map(([command, { title }]) => ({
    command,
    title,
    category: COMMAND_CATEGORY,
  }));
  const commandPalette = specs.flatMap(([command, { when }]) =>
    when === undefined ? [] : [{ command, when }],
  );
  return { commands, commandPalette };
}

/**
 * `capabilities` of package.json. In an untrusted folder nothing that the folder says may redirect
 * code, spend money or start requests. `restrictedConfigurations` counts only with `limited`, and
 * application scope alone did not hold in every version of the editor, so both are declared.
 */
export function renderCapabilities() {
  const restricted = SPECS.filter(
    ([key, spec]) => spec.scope === 'application' || SPENDING.some((spending) => spending === key),
  );
  return {
    untrustedWorkspaces: {
      supported: 'limited',
      description:
        "Completions work with your own settings. What an untrusted folder's settings say about models, endpoints, costs and languages is ignored.",
      restrictedConfigurations: restricted.map(([key]) => `${SETTING_PREFIX}.${key}`),
    },
    virtualWorkspaces: {
      supported: 'limited',
      description:
        'Completions work. The built-in predictor learns only from files that can be listed and read.',
    },
  };
}

/** The README's rows: setting, default, allowed values, who may set it, meaning. Markdown. */
export function renderSettingRows(): string[][] {
  const rows = SPECS.map(([key, spec]) => [
    `\`${SETTING_PREFIX}.${key}\``,
    `\`${JSON.stringify(spec.default)}\``,
    allowed(spec.schema),
    spec.scope === 'application' ? 'you' : 'you, a folder',
    spec.description,
  ]);
  return [['Setting', 'Default', 'Allowed', 'Set by', 'Meaning'], ...rows];
}

/** The README's rows for one entry of `firstToken.models`: key, default, allowed values, meaning. */
export function renderModelRows(): string[][] {
  const { properties, required } = SETTINGS.models.schema.items;
  const needed: readonly string[] = required;
  const fields: [string, Readonly<Record<string, unknown>>][] = Object.entries(properties);
  const rows = fields.map(([key, schema]) => [
    `\`${key}\``,
    needed.includes(key) ? 'required' : fieldDefault(schema),
    allowed(schema),
    String(schema['description']),
  ]);
  return [['Key', 'Default', 'Allowed', 'Meaning'], ...rows];
}

/** The README's rows: command as the palette shows it, meaning. */
export function renderCommandRows(): string[][] {
  const specs: CommandSpec[] = Object.values(COMMANDS);
  const rows = specs.map((spec) => [`${COMMAND_CATEGORY}: ${spec.title}`, spec.description]);
  return [['Command', 'What it does'], ...rows];
}

function fieldDefault(schema: Readonly<Record<string, unknown>>): string {
  return schema['default'] === undefined ? '' : `\`${JSON.stringify(schema['default'])}\``;
}

/** The values that a JSON schema allows, in words. */
function allowed(schema: Readonly<Record<string, unknown>>): string {
  const { enum: words, type, minimum, maximum } = schema;
  if (Array.isArray(words)) return words.map((word) => `\`${word}\``).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'array') return 'list';
  if (type === 'object') return 'object';
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  return type === 'string' ? 'text' : String(type);
}
