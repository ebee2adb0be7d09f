import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../src/core/auth/authenticate.ts';
import { nodePlatform } from '../../../src/node-platform.ts';

describe('signatureOf', () => {
  // Made with: printf '%s' '{"a":1}' | sha256sum, its 32 bytes, 000000006955b900, "v1secret", sha256sum.
  it('hashes digest, time, version and secret', () => {
    expect(signatureOf(nodePlatform.sha256, Buffer.from('{"a":1}'), 1767225600, 'secret')).toBe(
      'aa5408e173f4efff073ccd672c8c6755c36205bc31c4f1320474d02d42439190',
    );
  });
});
