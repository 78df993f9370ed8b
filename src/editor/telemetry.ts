import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import type { JournalRecord } from '../core/record.ts';
import type { TelemetrySettings } from '../core/settings.ts';
import type { MetricsExport } from '../history/telemetry/metrics-export.ts';
import type { Log } from './log.ts';
import type { Secrets } from './secrets.ts';
import type { SettingsReader } from './settings.ts';

/** OpenTelemetry metrics to the collector that the person named. Off, there is nothing behind it. */
export interface Telemetry {
  append(record: JournalRecord): void;
  /** Reports what is left. The window waits for it while it closes, but not long. */
  close(): Promise<void>;
}

/** A window that closes waits at most this long for a collector; the editor itself gives all of us 5 s. */
const CLOSE_MS = 1500;

/**
 * Follows the settings: the OpenTelemetry SDK, a bundle of its own, and the transport are loaded when a
 * collector is set and not before. A changed collector, or a changed way to report to it, begins anew.
 */
export function createTelemetry(deps: {
  readonly context: vscode.ExtensionContext;
  readonly clock: Clock;
  readonly settings: SettingsReader;
  readonly secrets: Secrets;
  readonly log: Log;
}): Telemetry {
  const { settings, log } = deps;
  let running: Promise<Running | null> | null = null;
  let inUse = '';

  const follow = (): void => {
    const wanted = settings.current.telemetry;
    const asText = wanted.endpoint === '' ? '' : JSON.stringify(wanted);
    if (asText === inUse) return;
    inUse = asText;
    void stop();
    if (asText !== '') running = start(wanted);
  };

  const start = async (wanted: TelemetrySettings): Promise<Running | null> => {
    try {
      const { createMetricsExport } = await import('../history/telemetry/metrics-export.ts');
      const { createTransport } = await import('../models/transport.ts');
      const transport = createTransport();
      const { origin } = new URL(wanted.endpoint);
      const metrics = createMetricsExport({
        settings: wanted,
        clock: deps.clock,
        version: String((deps.context.extension.packageJSON as { version?: unknown }).version),
        instanceId: randomUUID(),
        models: () => settings.current.models,
        post: (request) => transport.post({ ...request, onMark: () => {} }),
        token: () => deps.secrets.get(origin),
        onProblem: log.warn,
      });
      return {
        append: metrics.append,
        async close() {
          await metrics.shutdown(CLOSE_MS);
          await transport.close();
        },
      };
    } catch (error) {
      log.warn(`Metrics are not sent: ${error instanceof Error ? error.message : String(error)}.`);
      return null;
    }
  };

  const stop = async (): Promise<void> => {
    const stopping = running;
    running = null;
    await (await stopping)?.close();
  };

  const listener = settings.onDidChange(follow);
  follow();

  return {
    append: (record) => void running?.then((one) => one?.append(record)),
    async close() {
      listener.dispose();
      await stop();
    },
  };
}

type Running = Pick<MetricsExport, 'append'> & { close(): Promise<void> };
