import { describe, expect, it } from 'vitest';
import { apiOrigins } from '../../delivery/api-origins';

describe('origins that pages call for Send', () => {
  it('are none behind the proxy of this site', async () => {
    expect(await apiOrigins(undefined)).toEqual([]);
    expect(await apiOrigins('/proxy/')).toEqual([]);
  });

  it('are that of another proxy', async () => {
    expect(await apiOrigins('https://proxy.example.com:8443/a/')).toEqual([
      'https://proxy.example.com:8443',
    ]);
  });

  it('are those of the APIs without a proxy', async () => {
    expect(await apiOrigins('')).toEqual([
      'https://api.ap-in-1.anedya.io',
      'https://api.anedya.io',
      'https://device.ap-in-1.anedya.io',
    ]);
  });
});
