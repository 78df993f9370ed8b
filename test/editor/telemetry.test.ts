import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings, TelemetrySettings } from '../../src/core/settings.ts';
import { createTelemetry } from '../../src/editor/telemetry.ts';
import type { MetricsExportOptions } from '../../src/history/telemetry/metrics-export.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { race } from '../support/records.ts';

/** What stands in for the bundle: that it was loaded, with what, and what it was given. */
const bundle = vi.hoisted(() => ({
  loads: 0,
  transports: 0,
  closedTransports: 0,
  made: [] as { options: MetricsExportOptions; records: unknown[]; closed: number | null }[],
}));

vi.mock('../../src/history/telemetry/metrics-export.ts', () => {
  bundle.loads += 1;
  return {
    createMetricsExport: (options: MetricsExportOptions) => {
      const one = { options, records: [] as unknown[], closed: null as number | null };
      bundle.made.push(one);
      return {
        append: (record: unknown) => one.records.push(record),
        flush: async () => {},
        shutdown: async (withinMs: number) => {
          one.closed = withinMs;
        },
      };
    },
  };
});

vi.mock('../../src/models/transport.ts', () => ({
  createTransport: () => {
    bundle.transports += 1;
    return {
      post: async () => {},
      close: async () => {
        bundle.closedTransports += 1;
      },
    };
  },
}));

const OFF: TelemetrySettings = { endpoint: '', conventions: 'operation', intervalSeconds: 60 };
const ON: TelemetrySettings = { ...OFF, endpoint: 'http://127.0.0.1:4318' };

let listeners: (() => void)[] = [];
const warned: string[] = [];

function setup(telemetry: TelemetrySettings) {
  const held = { telemetry };
  const asked: string[] = [];
  const created = createTelemetry({
    context: { extension: { packageJSON: { version: '1.2.3' } } } as never,
    clock: createFakeClock(),
    settings: {
      get current() {
        return { telemetry: held.telemetry, models: [] } as unknown as Settings;
      },
      onDidChange: (listener: () => void) => {
        listeners.push(listener);
        return {
          dispose: () => {
            listeners = listeners.filter((one) => one !== listener);
          },
        };
      },
    } as never,
    secrets: {
      get: async (origin: string) => {
        asked.push(origin);
        return 'sk-1';
      },
    } as never,
    log: { warn: (line: string) => warned.push(line) } as never,
  });
  const change = (to: TelemetrySettings): void => {
    held.telemetry = to;
    for (const listener of listeners) listener();
  };
  return { telemetry: created, change, asked };
}

/** Until the dynamic imports and what follows them have settled. */
const loaded = () => vi.waitFor(() => expect(bundle.made.length).toBeGreaterThan(0));

beforeEach(() => {
  vi.resetModules();
  Object.assign(bundle, { loads: 0, transports: 0, closedTransports: 0, made: [] });
});
afterEach(() => {
  listeners = [];
  warned.length = 0;
});

test('off, nothing is loaded and no transport is made, whatever is typed', async () => {
  const { telemetry, change } = setup(OFF);
  telemetry.append(race());
  change({ ...OFF, conventions: 'inference', intervalSeconds: 5 });
  telemetry.append(race());
  await telemetry.close();
  expect(bundle).toMatchObject({ loads: 0, transports: 0, made: [] });
});

test('on, records go to the collector from the first one on, also while the code is loading', async () => {
  const { telemetry, asked } = setup(ON);
  telemetry.append(race({ id: 'first' }));
  await loaded();
  telemetry.append(race({ id: 'second' }));
  await telemetry.close();
  const [one] = bundle.made;
  expect(one?.records).toMatchObject([{ id: 'first' }, { id: 'second' }]);
  expect(one?.options).toMatchObject({ settings: ON, version: '1.2.3' });
  expect(one?.options.instanceId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  expect(await one?.options.token()).toBe('sk-1');
  expect(asked).toEqual(['http://127.0.0.1:4318']);
});

test('a trouble is a line in the log', async () => {
  const { telemetry } = setup(ON);
  await loaded();
  bundle.made[0]?.options.onProblem('Nobody listens.');
  expect(warned).toEqual(['Nobody listens.']);
  await telemetry.close();
});

test('switched off, the rest is reported and the connections are closed', async () => {
  const { telemetry, change } = setup(ON);
  await loaded();
  change(OFF);
  telemetry.append(race());
  await vi.waitFor(() => expect(bundle.closedTransports).toBe(1));
  expect(bundle.made).toMatchObject([{ records: [], closed: 1500 }]);
  await telemetry.close();
});

test('another collector or interval begins anew, and any other setting does not', async () => {
  const { telemetry, change } = setup(ON);
  await loaded();
  change({ ...ON });
  change({ ...ON, endpoint: 'https://collector.example' });
  telemetry.append(race({ id: 'elsewhere' }));
  await vi.waitFor(() => expect(bundle.made).toHaveLength(2));
  await telemetry.close();
  expect(bundle.made[0]).toMatchObject({ records: [], closed: 1500 });
  expect(bundle.made[1]).toMatchObject({ records: [{ id: 'elsewhere' }], closed: 1500 });
  const [first, second] = bundle.made.map(({ options }) => options.instanceId);
  expect(first).not.toBe(second);
});

test('a closed window follows no setting any more', async () => {
  const { telemetry, change } = setup(OFF);
  await telemetry.close();
  change(ON);
  expect(bundle).toMatchObject({ loads: 0, transports: 0 });
});
