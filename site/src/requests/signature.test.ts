import { describe, expect, it, vi } from 'vitest';
import vector from '../../examples/access-token/vector.json';
import { signatureOf } from './credentials';

const { body, timestamp, secret } = vector;

describe('Anedya Signature v1', () => {
  it('matches the published test vector', async () => {
    expect(await signatureOf(body, timestamp, secret)).toBe(vector.signature);
    expect(await signatureOf('', timestamp, secret)).toBe(vector.emptyBody.signature);
  });

  it('covers body, time and secret with any characters', async () => {
    const signatures = await Promise.all([
      signatureOf('{"name":"Grün 🌱"}', timestamp, secret),
      signatureOf('{"name":"Grun 🌱"}', timestamp, secret),
      signatureOf('{"name":"Grün 🌱"}', timestamp + 2 ** 32, secret),
      signatureOf('{"name":"Grün 🌱"}', timestamp, 'sé🔑cret'),
    ]);
    expect(new Set(signatures).size).toBe(4);
    for (const signature of signatures) expect(signature).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same on a page over plain HTTP, which has no Web Crypto', async () => {
    vi.stubGlobal('crypto', {});
    try {
      expect(await signatureOf(body, timestamp, secret)).toBe(vector.signature);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
