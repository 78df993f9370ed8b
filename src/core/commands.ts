/**
 * The one table of palette commands. It generates `contributes.commands` in package.json and the
 * README's table; the editor registers exactly these ids. Titles are verbs in title case, because the
 * palette prints them behind the category: "First Token: Select Default Model".
 */
export interface CommandSpec {
  readonly title: string;
  /** What it does, one plain sentence for the README. */
  readonly description: string;
  /** A when-clause that hides the command from the palette while it cannot do anything. */
  readonly when?: string;
}

export const COMMAND_CATEGORY = 'First Token';

export const COMMANDS = {
  'firstToken.selectDefaultModel': {
    title: 'Select Default Model',
    description: 'Choose which model is asked first, with the latency of each beside its name.',
  },
  'firstToken.showLatencyPanel': {
    title: 'Show Latency Panel',
    description: 'Open every model side by side: TTFT, TPS, phases and recent races.',
  },
  'firstToken.measureModels': {
    title: 'Measure Models',
    description:
      'Send invented code to the models you choose, at several lengths, after saying how many tokens that takes.',
  },
  'firstToken.toggle': {
    title: 'Toggle',
    description: 'Switch completions on or off everywhere.',
  },
  'firstToken.pause': {
    title: 'Pause for 5 Minutes',
    description: 'Compute and send nothing for five minutes.',
  },
  'firstToken.setApiKey': {
    title: 'Set API Key',
    description:
      "Store a key for one model's endpoint in the editor's secret storage, never in settings.",
  },
  'firstToken.removeApiKey': {
    title: 'Remove API Key',
    description: 'Forget the key of one endpoint.',
  },
  'firstToken.openSettings': {
    title: 'Open Settings',
    description: 'Open the settings of First Token.',
  },
  'firstToken.exportRecords': {
    title: 'Export Records',
    description:
      'Save the latency records as JSON Lines or CSV, or the figures as a Markdown report. They hold no code.',
  },
  'firstToken.copyReport': {
    title: 'Copy Report',
    description:
      'Copy the figures of all models as Markdown, to paste into a ticket: no code, paths or endpoints.',
  },
  'firstToken.clearRecords': {
    title: 'Clear Records',
    description: 'Delete every latency record on this machine.',
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandId = keyof typeof COMMANDS;

/**
 * Carried by each shown item so that the editor reports its acceptance. Registered, but not
 * contributed, which keeps it out of the palette.
 */
export const ACCEPTED_COMMAND = 'firstToken.accepted';
