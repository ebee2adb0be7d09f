import { describe, expect, it } from 'vitest';
import { clientKey } from '@anedya-docs/sandbox/fairness';
import { includesAddress, isPublicAddress, parseRange } from '../src/addresses.ts';
import { innerAddresses } from './proxy/data/inner-addresses.ts';

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
    'rejects "%s"',
    (text) => {
      expect(() => parseRange(text)).toThrow(`got "${text}"`);
    },
  );
});

describe('isPublicAddress', () => {
  it.each(innerAddresses)('rejects %s (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '93.184.215.14',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('clientKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });
});
