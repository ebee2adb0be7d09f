import { describe, expect, it } from 'vitest';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

describe('relay-create', () => {
  const harness = useHttpSandbox();
  const create = () =>
    harness.http.platform('/relay/create', harness.project.apiKey, { relayType: 'turn' });

  it('returns credentials that are marked as made up, and differ each time', async () => {
    const [first, second] = [await create(), await create()];
    expect(first).toMatchObject({
      status: 200,
      body: {
        relayData: {
          endpoint: 'turn.sandbox.invalid:3478',
          credential: expect.stringMatching(/^MADE-UP-/) as string,
        },
        relayExpiry: Math.floor(harness.http.now / 1000) + 3600,
      },
    });
    expect(second.body.relayData).not.toEqual(first.body.relayData);
  });
});
