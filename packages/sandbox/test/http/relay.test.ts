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

describe('a documented operation that the sandbox does not emulate', () => {
  const harness = useHttpSandbox();

  it('gets 501 with a code and a sentence', async () => {
    const reply = await harness.http.platform('/streams/create', harness.project.apiKey, {});
    expect(reply.status).toBe(501);
    expect(reply.body).toMatchObject({
      success: false,
      errorcode: 1,
      reasonCode: 'sandbox::notemulated',
      error: 'The sandbox does not emulate "Create stream". Use the platform for it.',
    });
  });
});
