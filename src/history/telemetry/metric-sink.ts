import { type Attributes, type Meter, ValueType } from '@opentelemetry/api';
import type { Conventions } from '../../core/settings.ts';
import { type Instrument, instrumentsOf } from './instruments.ts';
import type { Observation } from './lane-observations.ts';

/** Gives observations to the instruments that a version of the conventions has for them. */
export function createMetricSink(
  meter: Meter,
  conventions: Conventions,
): (observation: Observation) => void {
  const instruments = instrumentsOf(conventions);
  const taking = new Map<string, (value: number, attributes: Attributes) => void>();

  /** Made when first needed: an instrument without a value would be sent as an empty one. */
  function takerOf(instrument: Instrument): (value: number, attributes: Attributes) => void {
    const known = taking.get(instrument.name);
    if (known !== undefined) return known;
    const { name, unit, description, edges } = instrument;
    const advice = edges === undefined ? {} : { advice: { explicitBucketBoundaries: [...edges] } };
    const histogram = () => meter.createHistogram(name, { unit, description, ...advice });
    const counter = () =>
      meter.createCounter(name, { unit, description, valueType: ValueType.INT });
    const made = instrument.kind === 'histogram' ? histogram() : counter();
    const take = (value: number, attributes: Attributes) =>
      'record' in made ? made.record(value, attributes) : made.add(value, attributes);
    taking.set(name, take);
    return take;
  }

  return ({ figure, value, attributes }) => {
    for (const instrument of instruments[figure]) {
      takerOf(instrument)(value, { ...attributes, ...instrument.attributes });
    }
  };
}
