import { expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

// The fixture has no API documents: a request that is accepted gets 503.
const harness = useApp({
  trustProxy: true,
  siteUrl: 'https://docs.test',
  proxyCorsOrigins: ['https://other.test'],
});
const post = (headers: Record<string, string> = {}) =>
  harness.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    payload: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });

it('a site without the files of MCP gets 503, and one warning', async () => {
  for (let count = 0; count < 2; count += 1) {
    const response = await post();
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({
      error: 'unavailable',
      message: 'MCP is not available on this server.',
    });
  }
  const warnings = harness.lines.filter((line) => line.includes('MCP is not available'));
  expect(warnings).toHaveLength(1);
});

it.each(['https://docs.test', 'https://other.test'])(
  'pages of another origin are rejected: %s',
  async (origin) => {
    const response = await post({ origin });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ message: 'Pages of other origins may not use MCP.' });
  },
);

it('pages of the origin that the proxy names are accepted', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'docs.test' };
  expect((await post({ ...forwarded, origin: 'https://docs.test' })).statusCode).toBe(503);
});
