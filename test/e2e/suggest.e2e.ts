import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from './support/open-stage.ts';

describe("beside VS Code's own list of words, with its default settings", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage({
      settings: {
        'editor.quickSuggestions': {
          other: 'offWhenInlineCompletions',
          comments: 'off',
          strings: 'off',
        },
      },
    });
    const lines = stage.readFile('src/orders.ts').split('\n').length;
    await stage.workbench.openFile('src/orders.ts', lines, 1);
  });
  afterAll(() => stage?.close());

  test('with the list open, ghost text agrees with the word chosen there', async () => {
    const { workbench } = stage;
    await workbench.type('\nconst order = findO');
    await workbench.press('Control+Space');
    const chosen = workbench.page.locator('.suggest-widget .monaco-list-row.focused');
    await chosen.waitFor({ state: 'visible', timeout: 20_000 });
    expect(await chosen.getAttribute('aria-label')).toContain('findOrder');
    const ghost = await workbench.waitForGhostText();
    expect(
      'findOrder(store, id);'.slice('findO'.length).startsWith(ghost.split('\n')[0] ?? ''),
    ).toBe(true);
  });
});
