import { ProtobufMetricsSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import type { Clock } from '../../core/clock.ts';
import type { JournalRecord } from '../../core/record.ts';
import type { ModelEntry, TelemetrySettings } from '../../core/settings.ts';
import { boundedNames } from './bounded-names.ts';
import { type CollectorPost, createCollector } from './collector.ts';
import { createIdleGate } from './idle-gate.ts';
import { createMetricSink } from './metric-sink.ts';
import { modelAttributes } from './model-attributes.ts';
import { observationsOf } from './observations.ts';
import { createWastedTokens, type WastedAnswer } from './wasted-tokens.ts';

export interface MetricsExportOptions {
  readonly settings: TelemetrySettings;
  readonly clock: Clock;
  /** Of the extension. */
  readonly version: string;
  /** Random, for this window: totals of two windows must not be taken for one that jumps. */
  readonly instanceId: string;
  /** The models in the settings now. */
  readonly models: () => readonly ModelEntry[];
  readonly post: CollectorPost;
  readonly token: () => Promise<string | undefined>;
  /** Told one sentence for the person, once per trouble until a report arrives. */
  readonly onProblem: (sentence: string) => void;
}

export interface MetricsExport {
  append(record: JournalRecord): void;
  /** Reports now. Never rejects. */
  flush(): Promise<void>;
  /** Reports what is left and stops, within the given time. Never rejects. */
  shutdown(withinMs: number): Promise<void>;
}

// More languages than one person writes in one window.
const MAX_LANGUAGES = 30;

// A sentence may hold the collector's own words: one that finds new ones each time is told only so often.
const MAX_TOLD = 20;

// A collector that takes longer is down; the report after it carries the same totals.
const TIMEOUT_MS = 10_000;

// Values of ExportResultCode, whose package the SDK keeps to itself.
const TAKEN = 0;
const FAILED = 1;

/**
 * OpenTelemetry's SDK behind one function call per record. Everything is this object's own: no global
 * provider, nothing patched. The SDK's own exporter is not used because it would take endpoint, headers
 * and certificates from OTEL_* variables too, and its requests would go through the extension host's
 * patched http; the encoding is the SDK's, the way is ours.
 */
export function createMetricsExport(options: MetricsExportOptions): MetricsExport {
  const { settings, clock } = options;
  const send = createCollector({ ...options, endpoint: settings.endpoint });
  const intervalMs = settings.intervalSeconds * 1000;
  const closing = new AbortController();
  const gate = createIdleGate();
  const told = new Set<string>();
  const wasted = createWastedTokens();
  const context = { modelOf, languageOf: boundedNames(MAX_LANGUAGES) };

  function modelOf(id: string, provider?: Parameters<typeof modelAttributes>[1]) {
    const entry = options.models().find((one) => one.id === id);
    return modelAttributes(id, provider ?? entry?.provider, entry);
  }

  async function report(body: Uint8Array): Promise<boolean> {
    const done = new AbortController();
    const late = new AbortController();
    void clock
      .sleep(Math.min(TIMEOUT_MS, intervalMs), done.signal)
      .then(() => late.abort('timeout'));
    const problem = await send(body, AbortSignal.any([closing.signal, late.signal]));
    done.abort();
    if (problem === null) told.clear();
    else if (!told.has(problem) && told.size < MAX_TOLD) {
      told.add(problem);
      options.onProblem(problem);
    }
    return problem === null;
  }

  const exporter: PushMetricExporter = {
    export(metrics, done) {
      const body = gate.isDue ? ProtobufMetricsSerializer.serializeRequest(metrics) : undefined;
      if (body === undefined) {
        done({ code: TAKEN });
        return;
      }
      gate.begin();
      void report(body).then((arrived) => {
        gate.end(arrived);
        done({ code: arrived ? TAKEN : FAILED });
      });
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  const provider = new MeterProvider({
    resource: resourceFromAttributes({
      'service.name': 'first-token',
      'service.version': options.version,
      'service.instance.id': options.instanceId,
    }),
    readers: [
      new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: intervalMs,
        exportTimeoutMillis: intervalMs,
      }),
    ],
  });
  const sink = createMetricSink(
    provider.getMeter('first-token', options.version),
    settings.conventions,
  );

  function waste(answers: readonly WastedAnswer[]): void {
    for (const { lane, tokens } of answers) {
      const attributes = modelOf(lane.model, lane.provider);
      sink({ figure: 'wastedTokens', value: tokens, attributes });
    }
  }
  const flush = () => provider.forceFlush().catch(() => undefined);

  return {
    append: (record) =>
      gate.add(() => {
        for (const observation of observationsOf(record, context)) sink(observation);
        if (record.kind === 'race') waste(wasted.add(record));
      }),
    flush,
    async shutdown(withinMs) {
      const done = new AbortController();
      const limit = clock.sleep(withinMs, done.signal);
      void limit.then(() => closing.abort('timeout'));
      // Behind the records that wait, which may bring more of it.
      if (gate.isDue || wasted.size > 0) gate.add(() => waste(wasted.rest()));
      // Totals that slept are woken up first, which lets in what waits behind them.
      const awake = gate.isAsleep ? flush() : Promise.resolve();
      const finish = awake.then(() => provider.shutdown());
      await Promise.race([finish.catch(() => undefined), limit]);
      done.abort();
    },
  };
}
