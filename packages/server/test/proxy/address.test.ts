import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/proxy/address.ts';
import { innerAddresses } from './data/inner-addresses.ts';

describe('isPublicAddress', () => {
  it.each(innerAddresses)('refuses %s (%s)', (address) => {
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
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
