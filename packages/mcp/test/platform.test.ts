import { beforeAll, describe, expect, it } from 'vitest';
import type { Docs } from '../src/docs.ts';
import { PlatformClient, platformSettings, type PlatformSettings } from '../src/platform.ts';
import { run, type RunArguments } from '../src/run.ts';
import { SandboxClient } from '../src/sandbox.ts';
import { Transcripts } from '../src/transcripts.ts';
import { docsOfDocuments } from './support/documents.ts';

let docs: Docs;

beforeAll(async () => {
  docs = await docsOfDocuments();
});

const keys = { apiKey: 'secret-api-key', connectionKey: 'secret-connection-key' };
const settings: PlatformSettings = { region: undefined, ...keys };

/** Runs a request with a platform that returns this text, and records what it received. */
async function use(
  args: Partial<RunArguments>,
  options: { readonly response?: string; readonly platform?: PlatformSettings | undefined } = {},
) {
  const { response = '{"success":true}' } = options;
  const platform = 'platform' in options ? options.platform : settings;
  const requests: { url: string; headers: Headers; body: unknown }[] = [];
  const send: typeof fetch = (input, init) => {
    requests.push({
      url: input as string,
      headers: new Headers(init?.headers),
      body: init?.body,
    });
    return Promise.resolve(new Response(response));
  };
  const sandbox = new SandboxClient(() => Promise.reject(new Error('no sandbox')), 'localhost');
  const transcripts = new Transcripts();
  const client = platform && new PlatformClient(platform, send);
  const result = await run(
    { docs, sandbox, transcripts, platform: client },
    { operation: 'platform/node-list', body: {}, transport: 'http', target: 'platform', ...args },
  );
  return { ...result, requests };
}

describe('requests to the real platform', () => {
  it('use the keys of the operator, and name their target', async () => {
    const { text, requests } = await use({ body: { limit: 1, offset: 0 } });
    expect(text).toContain('Target: real platform.');
    expect(requests).toMatchObject([
      { url: 'https://api.ap-in-1.anedya.io/v1/node/list', body: '{"limit":1,"offset":0}' },
    ]);
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${keys.apiKey}`);
  });

  it('use the connection key for the Device API, in the region of the operator', async () => {
    const platform = { ...settings, region: 'eu-1' };
    const { requests } = await use({ operation: 'device/heartbeat' }, { platform });
    expect(requests[0]?.url).toBe('https://device.eu-1.anedya.io/v1/heartbeat');
    expect(requests[0]?.headers.get('authorization')).toBe(keys.connectionKey);
    expect(requests[0]?.headers.get('auth-mode')).toBe('key');
  });

  it('never show a key', async () => {
    const response = JSON.stringify({ success: false, error: `bad ${keys.apiKey}` });
    const { text } = await use({}, { response });
    expect(text).toContain('bad [key of the operator]');
    for (const key of Object.values(keys)) expect(text).not.toContain(key);
  });

  it.each([
    [{ transport: 'mqtt' as const }, {}, 'only over HTTP'],
    [{ apiKey: 'x' }, {}, 'Omit "apiKey"'],
    [{ operation: 'device/heartbeat', nodeId: 'x' }, {}, 'Omit "nodeId"'],
    [{}, { platform: undefined }, 'only to the sandbox'],
    [{}, { platform: { ...settings, apiKey: undefined } }, 'ANEDYA_API_KEY'],
  ])('are rejected with %j, %j', async (args, options, message) => {
    await expect(use(args, options)).rejects.toThrow(message);
  });

  it('show a response that is not JSON', async () => {
    expect((await use({}, { response: '<html>' })).text).toContain('<html>');
  });
});

describe('settings of the operator', () => {
  it('are off by default, whatever keys the environment has', () => {
    expect(platformSettings({})).toBeUndefined();
    expect(platformSettings({ ANEDYA_API_KEY: 'a', ANEDYA_MCP_PLATFORM: '' })).toBeUndefined();
  });

  it('are read from the environment', () => {
    const env = { ANEDYA_MCP_PLATFORM: 'enabled', ANEDYA_API_KEY: 'a', ANEDYA_REGION: 'eu-1' };
    expect(platformSettings(env)).toEqual({
      region: 'eu-1',
      apiKey: 'a',
      connectionKey: undefined,
    });
  });

  it.each([
    [{ ANEDYA_MCP_PLATFORM: 'true', ANEDYA_API_KEY: 'a' }, 'must be "enabled"'],
    [{ ANEDYA_MCP_PLATFORM: 'enabled' }, 'needs ANEDYA_API_KEY'],
    [
      { ANEDYA_MCP_PLATFORM: 'enabled', ANEDYA_API_KEY: 'a', ANEDYA_REGION: 'evil.example/' },
      'ANEDYA_REGION',
    ],
  ])('are rejected: %j', (env, message) => {
    expect(() => platformSettings(env)).toThrow(message);
  });
});
