import { describe, expect, it } from 'vitest';
import { blocksOf, clientKey } from '../../../src/serve/fairness/index.ts';

describe('clientKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('of %s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });
});

describe('blocksOf', () => {
  const keys = (address: string) => blocksOf(clientKey(address)).map(({ key }) => key);

  it('counts an IPv6 client in its /64, /56 and /48', () => {
    expect(keys('2001:db8:1:2ff::1')).toEqual([
      '2001:db8:1:2ff',
      '2001:db8:1:200/56',
      '2001:db8:1/48',
    ]);
    expect(keys('2001:db8:1:200::9').slice(1)).toEqual(keys('2001:db8:1:2ff::1').slice(1));
    expect(keys('2001:db8:1:300::1')[1]).not.toBe(keys('2001:db8:1:2ff::1')[1]);
  });

  it('gives larger blocks larger limits', () => {
    const shares = blocksOf('2001:db8:1:2').map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(shares).size).toBe(3);
  });

  it('counts other keys alone', () => {
    expect(keys('192.0.2.7')).toEqual(['192.0.2.7']);
    expect(blocksOf('project a:b:c')).toEqual([{ key: 'project a:b:c', share: 1 }]);
  });
});
