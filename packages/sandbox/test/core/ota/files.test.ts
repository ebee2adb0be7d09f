import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importFileKey, signAddress, verifyAddress } from '../../../src/core/file-address.ts';

const base = 'https://sandbox.example.org/files';
const place = { kind: 'upload', projectId: 'p', assetId: 'a', part: 3 } as const;
const download = { kind: 'download', projectId: 'p', assetId: 'a' } as const;
const now = 1_767_225_600_000;

function split(address: string): [string, URLSearchParams] {
  const url = new URL(address);
  return [url.pathname.slice('/files'.length), url.searchParams];
}

describe('signed addresses', () => {
  it('carry an HMAC of path and time', async () => {
    const key = await importFileKey('secret');
    const address = await signAddress(key, base, place, now);
    const exp = now / 1000;
    const signature = createHmac('sha256', 'secret').update(`/upload/p/a/3\n${exp}`).digest('hex');
    expect(address).toBe(`${base}/upload/p/a/3?exp=${exp}&signature=${signature}`);
  });

  it('lead back to their place until they expire', async () => {
    const key = await importFileKey('secret');
    for (const each of [place, download]) {
      const [path, query] = split(await signAddress(key, base, each, now));
      expect(await verifyAddress(key, path, query, now - 1)).toEqual(each);
      expect(await verifyAddress(key, path, query, now)).toBe('expired');
    }
  });

  it('are worth nothing with another secret', async () => {
    const [path, query] = split(await signAddress(await importFileKey('one'), base, place, now));
    const other = await importFileKey('two');
    expect(await verifyAddress(other, path, query, now - 1)).toBe('forged');
  });

  it('are worth nothing after any change', async () => {
    const key = await importFileKey('secret');
    const [path, query] = split(await signAddress(key, base, place, now));
    const genuine = `${path}\n${query.get('exp') ?? ''}\n${query.get('signature') ?? ''}`;
    const position = fc.nat(genuine.length - 1);
    const character = fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' });
    await fc.assert(
      fc.asyncProperty(position, character, async (at, other) => {
        const changed = genuine.slice(0, at) + other + genuine.slice(at + 1);
        const lines = changed.split('\n');
        fc.pre(changed !== genuine && lines.length === 3);
        const [forgedPath = '', exp = '', signature = ''] = lines;
        const forged = new URLSearchParams({ exp, signature });
        expect(await verifyAddress(key, forgedPath, forged, 0)).toBe('forged');
      }),
      { numRuns: 300 },
    );
  });
});
