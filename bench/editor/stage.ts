import type { Browser } from 'playwright-core';
import { packageExtension } from '../../scripts/package.ts';
import { launchBrowser } from '../../test/support/vscode/browser.ts';
import { type ModelServers, openModelServers } from './model-servers.ts';
import { openCompared } from './open-compared.ts';
import { type BenchEditor, openEditor } from './open-editor.ts';
import type { Compared } from './pack-extension.ts';

/** One browser, one process of model servers, and the editors that a bench opens; all end with it. */
export interface Stage {
  readonly servers: ModelServers;
  /** An editor with our extension as packed now. The built-in predictor is off: it would hide the models. */
  openOurs(settings: Readonly<Record<string, unknown>>): Promise<BenchEditor>;
  openCompared(name: Compared, settings?: Readonly<Record<string, unknown>>): Promise<BenchEditor>;
}

export async function onStage<T>(play: (stage: Stage) => Promise<T>): Promise<T> {
  const { vsix } = await packageExtension();
  const servers = openModelServers();
  const browser: Browser = await launchBrowser();
  const editors: BenchEditor[] = [];
  const opened = async (opening: Promise<BenchEditor>): Promise<BenchEditor> => {
    const editor = await opening;
    editors.push(editor);
    return editor;
  };
  try {
    return await play({
      servers,
      openOurs: (settings) =>
        opened(
          openEditor({
            browser,
            vsix,
            settings: { 'firstToken.predictor.enabled': false, ...settings },
          }),
        ),
      openCompared: (name, settings) => opened(openCompared(name, browser, settings)),
    });
  } finally {
    await Promise.all(editors.map((editor) => editor.close()));
    await browser.close();
    servers.close();
  }
}
