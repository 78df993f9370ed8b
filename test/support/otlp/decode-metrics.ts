import { decodeMessage, type Message, type Schema } from './protobuf.ts';

/**
 * The messages of an OTLP metrics report, written down from opentelemetry-proto 1.x and apart from the
 * encoder that is tested. A field that is not here, or has another wire type, fails the decoding.
 */
const VALUE: Schema = {
  1: ['stringValue', 'string'],
  2: ['boolValue', 'bool'],
  3: ['intValue', 'int64'],
  4: ['doubleValue', 'double'],
};
const KEY_VALUE: Schema = { 1: ['key', 'string'], 2: ['value', VALUE] };
const NUMBER_POINT: Schema = {
  7: ['attributes', [KEY_VALUE]],
  2: ['startTimeUnixNano', 'fixed64'],
  3: ['timeUnixNano', 'fixed64'],
  4: ['asDouble', 'double'],
  6: ['asInt', 'fixed64'],
};
const HISTOGRAM_POINT: Schema = {
  9: ['attributes', [KEY_VALUE]],
  2: ['startTimeUnixNano', 'fixed64'],
  3: ['timeUnixNano', 'fixed64'],
  4: ['count', 'fixed64'],
  5: ['sum', 'double'],
  6: ['bucketCounts', 'packed fixed64'],
  7: ['explicitBounds', 'packed double'],
  11: ['min', 'double'],
  12: ['max', 'double'],
};
const SUM: Schema = {
  1: ['dataPoints', [NUMBER_POINT]],
  2: ['aggregationTemporality', 'int64'],
  3: ['isMonotonic', 'bool'],
};
const HISTOGRAM: Schema = {
  1: ['dataPoints', [HISTOGRAM_POINT]],
  2: ['aggregationTemporality', 'int64'],
};
const METRIC: Schema = {
  1: ['name', 'string'],
  2: ['description', 'string'],
  3: ['unit', 'string'],
  7: ['sum', SUM],
  9: ['histogram', HISTOGRAM],
};
const SCOPE: Schema = { 1: ['name', 'string'], 2: ['version', 'string'] };
const SCOPE_METRICS: Schema = {
  1: ['scope', SCOPE],
  2: ['metrics', [METRIC]],
  3: ['schemaUrl', 'string'],
};
const RESOURCE: Schema = { 1: ['attributes', [KEY_VALUE]], 2: ['dropped', 'int64'] };
const RESOURCE_METRICS: Schema = {
  1: ['resource', RESOURCE],
  2: ['scopeMetrics', [SCOPE_METRICS]],
  3: ['schemaUrl', 'string'],
};
const REQUEST: Schema = { 1: ['resourceMetrics', [RESOURCE_METRICS]] };

/** CUMULATIVE of AggregationTemporality. */
const CUMULATIVE = 2;

export interface DecodedPoint {
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Of a counter. */
  readonly value?: number;
  /** Of a histogram; one more bucket than there are bounds. */
  readonly count?: number;
  readonly sum?: number;
  readonly buckets?: readonly number[];
  readonly bounds?: readonly number[];
}

export interface DecodedMetric {
  readonly name: string;
  readonly unit: string;
  readonly kind: 'counter' | 'histogram';
  readonly points: readonly DecodedPoint[];
}

export interface DecodedReport {
  readonly resource: Readonly<Record<string, string | number>>;
  readonly metrics: readonly DecodedMetric[];
}

/** Decodes one report and checks what OTLP demands of it. Throws one sentence where it is wrong. */
export function decodeMetrics(bytes: Uint8Array): DecodedReport {
  const request = decodeMessage(bytes, REQUEST);
  const [resourceMetrics, ...more] = list(request, 'resourceMetrics');
  if (resourceMetrics === undefined || more.length > 0)
    throw new Error('One resource is expected.');
  const resource = resourceMetrics['resource'] as Message;
  const metrics = list(resourceMetrics, 'scopeMetrics').flatMap((scope) => list(scope, 'metrics'));
  return { resource: attributesOf(resource), metrics: metrics.map(metricOf) };
}

function metricOf(metric: Message): DecodedMetric {
  const name = String(metric['name']);
  const body = (metric['histogram'] ?? metric['sum']) as Message | undefined;
  const isHistogram = metric['histogram'] !== undefined;
  if (body === undefined) throw new Error(`${name} is neither a histogram nor a sum.`);
  if (body['aggregationTemporality'] !== CUMULATIVE) throw new Error(`${name} is not cumulative.`);
  if (!isHistogram && body['isMonotonic'] !== true) throw new Error(`${name} may fall.`);
  const points = list(body, 'dataPoints').map((point) => pointOf(name, point, isHistogram));
  const kind = isHistogram ? 'histogram' : 'counter';
  return { name, unit: String(metric['unit']), kind, points };
}

function pointOf(name: string, point: Message, isHistogram: boolean): DecodedPoint {
  const attributes = attributesOf(point);
  const [start, end] = [Number(point['startTimeUnixNano']), Number(point['timeUnixNano'])];
  if (!(start > 0 && end >= start)) throw new Error(`${name} has no sensible times.`);
  if (!isHistogram) return { attributes, value: Number(point['asInt'] ?? point['asDouble']) };
  const buckets = point['bucketCounts'] as number[];
  const bounds = point['explicitBounds'] as number[];
  const count = Number(point['count']);
  if (buckets.length !== bounds.length + 1) throw new Error(`${name} has odd buckets.`);
  const total = buckets.reduce((sum, one) => sum + one, 0);
  if (total !== count) throw new Error(`${name} counts ${count} and has ${total} in its buckets.`);
  return { attributes, count, sum: Number(point['sum']), buckets, bounds };
}

function attributesOf(message: Message): Record<string, string | number> {
  const pairs = list(message, 'attributes').map(({ key, value }) => {
    const [one, ...others] = Object.values(value as Message);
    if (others.length > 0) throw new Error(`${key} has several values.`);
    return [String(key), one as string | number] as const;
  });
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length)
    throw new Error('An attribute stands twice.');
  return attributes;
}

function list(message: Message, field: string): Message[] {
  return (message[field] ?? []) as Message[];
}
