import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Framer } from '../../src/mqtt/packet-reader.ts';

/** A packet whose body has a length of 0 up to a few thousand bytes. */
const packet = fc.uint8Array({ maxLength: 3000 }).map((body) => {
  const length =
    body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.from([0x30, ...length, ...body]);
});

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort(
    (a, b) => a - b,
  );
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length));
}

test('packets come out whole and in order, wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 8 }), fc.array(fc.nat()), (packets, places) => {
      const framer = new Framer(10_000);
      const chunks = cut(Buffer.concat(packets), places);
      const found = chunks.flatMap((chunk) => [...framer.packets(chunk)]);
      expect(found.map((bytes) => bytes.toString('hex'))).toEqual(
        packets.map((bytes) => bytes.toString('hex')),
      );
    }),
  );
});

test('a packet above the limit is rejected by its header', () => {
  const framer = new Framer(100);
  expect([...framer.packets(Buffer.from([0x30, 98, ...Buffer.alloc(98)]))]).toHaveLength(1);
  expect(() => [...framer.packets(Buffer.from([0x30, 99]))]).toThrow(/The limit is 100 bytes/);
});

test('a length of more than 4 bytes is rejected', () => {
  const framer = new Framer(1_000_000_000);
  const bytes = Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff]);
  expect(() => [...framer.packets(bytes)]).toThrow(/4 bytes/);
});
