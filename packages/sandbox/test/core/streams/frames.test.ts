import { describe, expect, it } from 'vitest';
import { encodeCbor, frameOf } from '../../../src/core/stream-frames.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('CBOR', () => {
  // RFC 8949, Appendix A.
  it.each([
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [1000, '1903e8'],
    [1_000_000, '1a000f4240'],
    [-1, '20'],
    [-1000, '3903e7'],
    [1.1, 'fb3ff199999999999a'],
    [-4.1, 'fbc010666666666666'],
    [1e300, 'fb7e37e43c8800759c'],
    [false, 'f4'],
    [true, 'f5'],
    [null, 'f6'],
    ['', '60'],
    ['ü', '62c3bc'],
    [[1, [2, 3], [4, 5]], '8301820203820405'],
    [{ a: 1, b: [2, 3] }, 'a26161016162820203'],
  ])('encodes %j', (value, encoded) => {
    expect(hex(encodeCbor(value))).toBe(encoded);
  });

  it('encodes integers above 32 bits as floats, and long text with its length', () => {
    expect(hex(encodeCbor(4_294_967_295))).toBe('1affffffff');
    expect(hex(encodeCbor(1_767_225_600_000))).toBe('fb4279b76daa800000');
    expect(hex(encodeCbor('a'.repeat(256))).slice(0, 8)).toBe('79010061');
  });
});

// specs/facts/platform-api.md, 6.
describe('a frame of a stream', () => {
  const nodeId = '019f0000-0000-7000-8000-000000000001';
  const id = `7824${Buffer.from(nodeId).toString('hex')}`;

  it.each([
    ['float', 24.5, '01', 'fb4038800000000000'],
    ['geo', { lat: 1, long: 2 }, '02', 'a2626c7401626c6e02'],
    ['status', 'on', '03', '626f6e'],
  ])('has a point of type %s', (type, value, code, encoded) => {
    const frame = frameOf({
      kind: 'point',
      nodeId,
      variable: 'v1',
      type,
      value,
      timestamp: 1_767_225_600_000,
    });
    const content = `a4616e${id}61766276316164${encoded}627473fb4279b76daa800000`;
    expect(hex(frame)).toBe(`0001${code}${content}`);
  });

  it('has a value of the value store, with its time in seconds', () => {
    const frame = frameOf({
      kind: 'value',
      nodeId,
      key: 'k',
      type: 'boolean',
      value: true,
      modified: 1_767_225_600,
    });
    const namespace = `626e73a26573636f7065646e6f6465626964${id}`;
    const rest = '636b6579616b6376616cf56274731a6955b900617467626f6f6c65616e';
    expect(hex(frame)).toBe(`0002a5${namespace}${rest}`);
  });
});
