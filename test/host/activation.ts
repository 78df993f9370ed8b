import assert from 'node:assert/strict';
import { commands, workspace } from 'vscode';
import { ACCEPTED_COMMAND, COMMANDS } from '../../src/core/commands.ts';
import { SETTING_PREFIX, SETTINGS } from '../../src/core/settings.ts';
import { activateExtension, readObserver } from './extension-under-test.ts';
import { hostTest } from './host-test.ts';

/** An extension that starts with the window must not be felt; the platform's own advice is 50 ms. */
const ACTIVATION_LIMIT_MS = 50;

export function addActivationTests(): void {
  hostTest(
    'this editor refuses proposed API, so nothing here passes that would fail there',
    async () => {
      assert.match((await readObserver()).proposedApiRefusal ?? '', /CANNOT use API proposal/);
    },
  );

  hostTest(
    'it activates within 50 ms of its own time',
    async () => {
      const { wallMs, cpuMs } = (await activateExtension()).activation;
      assert.ok(wallMs > 0 && (cpuMs === null || cpuMs > 0), 'nothing is measured');
      // While the window starts, other processes take the cores: where it can be told, only our own
      // thread's processor time counts.
      const ownMs = cpuMs ?? wallMs;
      assert.ok(ownMs < ACTIVATION_LIMIT_MS, `activate() took ${ownMs} ms of its own time`);
    },
    { timing: true },
  );

  hostTest(
    'it registers every command that it contributes, and the acceptance command',
    async () => {
      const registered = new Set(await commands.getCommands(true));
      for (const id of [...Object.keys(COMMANDS), ACCEPTED_COMMAND])
        assert.ok(registered.has(id), `${id} is not registered`);
    },
  );

  hostTest('the editor knows every setting with the default of the table', () => {
    for (const [key, spec] of Object.entries(SETTINGS)) {
      const found = workspace.getConfiguration(SETTING_PREFIX).inspect(key);
      assert.deepEqual(found?.defaultValue, spec.default, `${SETTING_PREFIX}.${key}`);
    }
  });

  hostTest("it leaves the host's fetch and its dispatchers alone", async () => {
    const before = await readObserver();
    await activateExtension();
    assert.equal(globalThis.fetch, before.fetch);
    const keys = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];
    for (const [index, key] of keys.entries()) {
      const now = (globalThis as Record<symbol, unknown>)[Symbol.for(key)];
      assert.equal(now, before.dispatchers[index], `${key} was replaced`);
    }
  });
}
