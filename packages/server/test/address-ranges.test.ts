import { describe, expect, it } from 'vitest';
import { includesAddress, parseRange } from '../src/address-ranges.ts';

const ranges = ['192.0.2.7', '10.0.0.0/8', 'fd00::/8', '::1'].map(parseRange);

describe('includesAddress', () => {
  it.each(['192.0.2.7', '::ffff:192.0.2.7', '10.255.0.1', 'fd12::1', '::1'])('%s', (address) => {
    expect(includesAddress(ranges, address)).toBe(true);
  });

  it.each(['192.0.2.8', '11.0.0.0', '::', 'fe80::1', '::2', '', 'unknown', '10.1', '::a00:1'])(
    'not %s',
    (address) => {
      expect(includesAddress(ranges, address)).toBe(false);
    },
  );
});

describe('parseRange', () => {
  it.each(['', '10.0.0.0/33', '10/8', '10.1', 'localhost', '10.0.0.0/-1', '::1/129'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseRange(text)).toThrow(`got "${text}"`);
    },
  );
});
