import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { ConfigurationTarget, commands, Position, window, workspace } from 'vscode';
import { decodeMetrics } from '../support/otlp/decode-metrics.ts';
import { startCollector } from '../support/otlp/start-collector.ts';
import { activateExtension } from './extension-under-test.ts';
import { hostTest } from './host-test.ts';
import { waitUntil } from './wait-until.ts';

const isLoaded = (): boolean =>
  Object.keys(createRequire('/').cache).some((file) => file.endsWith('telemetry.cjs'));

const set = (key: string, value: unknown) =>
  workspace.getConfiguration('firstToken.telemetry').update(key, value, ConfigurationTarget.Global);

/** The shortest interval that can be set is 5 s; a busy machine may be late by as much again. */
const REPORT_LIMIT_MS = 15_000;

export function addTelemetryTests(): void {
  hostTest(
    'no metrics code is loaded until a collector is named, and then it gets figures',
    async () => {
      await activateExtension();
      assert.equal(isLoaded(), false, 'the metrics code is loaded although no collector is named');
      const collector = await startCollector();
      try {
        await set('intervalSeconds', 5);
        await set('endpoint', collector.url);
        await waitUntil('the metrics code is loaded', () => isLoaded() || undefined);
        const document = await workspace.openTextDocument({
          language: 'typescript',
          content: 'const CANARY = 1;\n',
        });
        const editor = await window.showTextDocument(document);
        await editor.edit((edit) => edit.insert(new Position(1, 0), 'c'));
        await commands.executeCommand('editor.action.inlineSuggest.trigger');
        const report = await waitUntil('a report', () => collector.received[0], REPORT_LIMIT_MS);
        assert.equal(report.path, '/v1/metrics');
        assert.equal(report.body.includes('CANARY'), false, 'code is in the report');
        const { resource, metrics } = decodeMetrics(report.body);
        assert.equal(resource['service.name'], 'first-token');
        const names = metrics.map(({ name }) => name);
        assert.ok(names.includes('first_token.client.keystrokes'), names.join());
      } finally {
        await set('endpoint', undefined);
        await set('intervalSeconds', undefined);
        await commands.executeCommand('workbench.action.files.revert');
        await commands.executeCommand('workbench.action.closeActiveEditor');
        await collector.close();
      }
    },
  );
}
