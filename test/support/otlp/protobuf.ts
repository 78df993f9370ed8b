/** What a field holds: a scalar, a message, or a list of messages. */
type FieldType =
  | 'string'
  | 'bool'
  | 'int64'
  | 'double'
  | 'fixed64'
  | 'packed fixed64'
  | 'packed double'
  | Schema
  | readonly [Schema];

/** The fields of a message by their numbers. */
export interface Schema {
  readonly [field: number]: readonly [name: string, type: FieldType];
}

export interface Message {
  [name: string]: unknown;
}

const VARINT = 0;
const FIXED_64 = 1;
const DELIMITED = 2;

/** Reads one protobuf message by its schema. An unknown field or a wrong wire type throws. */
export function decodeMessage(bytes: Uint8Array, schema: Schema): Message {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const message: Message = {};
  let at = 0;

  function varint(): number {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      if (at >= bytes.length) throw new Error('The message ends inside a number.');
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
  }
  function eightBytes(read: (offset: number, little: true) => number | bigint): number {
    at += 8;
    return Number(read.call(view, at - 8, true));
  }
  function delimited(): Uint8Array {
    const length = varint();
    at += length;
    if (at > bytes.length) throw new Error('A field is longer than its message.');
    return bytes.subarray(at - length, at);
  }

  while (at < bytes.length) {
    const tag = varint();
    const [number, wire] = [tag >>> 3, tag & 7];
    const known = schema[number];
    if (known === undefined) throw new Error(`Field ${number} is not in the schema.`);
    const [name, type] = known;
    const expect = (expected: number) => {
      if (wire !== expected) throw new Error(`${name} has wire type ${wire}, not ${expected}.`);
    };
    if (type === 'int64' || type === 'bool') {
      expect(VARINT);
      const value = varint();
      message[name] = type === 'bool' ? value !== 0 : value;
    } else if (type === 'double' || type === 'fixed64') {
      expect(FIXED_64);
      message[name] = eightBytes(type === 'double' ? view.getFloat64 : view.getBigUint64);
    } else {
      expect(DELIMITED);
      const inner = delimited();
      if (type === 'string') {
        message[name] = new TextDecoder('utf-8', { fatal: true }).decode(inner);
      } else if (type === 'packed fixed64' || type === 'packed double') {
        message[name] = unpack(inner, type === 'packed double');
      } else if (Array.isArray(type)) {
        const before = (message[name] ?? []) as Message[];
        message[name] = [...before, decodeMessage(inner, type[0] as Schema)];
      } else {
        message[name] = decodeMessage(inner, type as Schema);
      }
    }
  }
  return message;
}

function unpack(bytes: Uint8Array, isDouble: boolean): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 8 }, (_, index) =>
    isDouble ? view.getFloat64(index * 8, true) : Number(view.getBigUint64(index * 8, true)),
  );
}
