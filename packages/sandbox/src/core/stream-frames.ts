import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import type { Change } from './context.ts';
import { joinBytes } from './file-address.ts';

/** Major types of CBOR (RFC 8949, 3.1), shifted into the high bits of the first byte. */
const major = { unsigned: 0x00, negative: 0x20, text: 0x60, list: 0x80, map: 0xa0 };

/** Returns the first bytes of an item: its type and a number below 2 to the power of 32. */
function head(type: number, number: number): Uint8Array {
  if (number < 24) return Uint8Array.of(type | number);
  if (number < 0x100) return Uint8Array.of(type | 24, number);
  const bytes = new Uint8Array(number < 0x1_0000 ? 3 : 5);
  bytes[0] = type | (number < 0x1_0000 ? 25 : 26);
  const view = new DataView(bytes.buffer);
  if (number < 0x1_0000) view.setUint16(1, number);
  else view.setUint32(1, number);
  return bytes;
}

const largest = 0xffff_ffff;

/**
 * Encodes a number. Integers above 32 bits, such as milliseconds, are floats: some decoders return a `BigInt` for an integer of
 * 64 bits.
 */
function encodeNumber(value: number): Uint8Array {
  if (Number.isInteger(value) && value >= 0 && value <= largest) return head(major.unsigned, value);
  if (Number.isInteger(value) && value < 0 && value >= -largest) {
    return head(major.negative, -1 - value);
  }
  const bytes = Uint8Array.of(0xfb, 0, 0, 0, 0, 0, 0, 0, 0);
  new DataView(bytes.buffer).setFloat64(1, value);
  return bytes;
}

const encoder = new TextEncoder();

/** Encodes JSON as CBOR (RFC 8949), with definite lengths. */
export function encodeCbor(value: JsonValue): Uint8Array<ArrayBuffer> {
  if (typeof value === 'number') return joinBytes([encodeNumber(value)]);
  if (typeof value === 'boolean') return Uint8Array.of(value ? 0xf5 : 0xf4);
  if (value === null) return Uint8Array.of(0xf6);
  if (typeof value === 'string') {
    const text = encoder.encode(value);
    return joinBytes([head(major.text, text.length), text]);
  }
  if (Array.isArray(value))
    return joinBytes([head(major.list, value.length), ...value.map(encodeCbor)]);
  const entries = Object.entries(value);
  return joinBytes([head(major.map, entries.length), ...entries.flat().map(encodeCbor)]);
}

/** Data types of variables in a frame (specs/facts/platform-api.md, 6). */
const dataTypes = new Map([
  ['float', 1],
  ['geo', 2],
  ['status', 3],
]);

/** Returns the value of a point as streams send it: a position has other names there. */
function streamValue(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { lat = null, long = null } = value;
  return { lt: lat, ln: long };
}

/**
 * Encodes a change as a binary frame of a stream (specs/facts/platform-api.md, 6). Node ids are text: in the namespace of a value,
 * the vendor's JavaScript client compares nothing else with the ids of its subscriptions.
 */
export function frameOf(change: Change): Uint8Array<ArrayBuffer> {
  if (change.kind === 'point') {
    const { nodeId, variable, type, value, timestamp } = change;
    const content = { n: nodeId, v: variable, d: streamValue(value), ts: timestamp };
    return joinBytes([Uint8Array.of(0, 1, dataTypes.get(type) ?? 0), encodeCbor(content)]);
  }
  const { nodeId, key, type, value, modified } = change;
  const ns = { scope: 'node', id: nodeId };
  return joinBytes([
    Uint8Array.of(0, 2),
    encodeCbor({ ns, key, val: value, ts: modified, t: type }),
  ]);
}
