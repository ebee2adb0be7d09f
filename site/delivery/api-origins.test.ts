import { describe, expect, it } from 'vitest';
import { apiOrigins, sandboxOrigins } from './headers';

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

describe('origins that pages call for the sandbox', () => {
  it('are none when this site has it, or none', () => {
    expect([undefined, '', '/sandbox', '/docs/sandbox'].flatMap(sandboxOrigins)).toEqual([]);
  });

  it('are those of another server, for HTTP and for WebSocket', () => {
    expect(sandboxOrigins('https://try.example.com:8443/sandbox')).toEqual([
      'https://try.example.com:8443',
      'wss://try.example.com:8443',
    ]);
    expect(sandboxOrigins('http://localhost:8800/sandbox')).toEqual([
      'http://localhost:8800',
      'ws://localhost:8800',
    ]);
  });
});
