import { expect, it } from 'vitest';
import { connectMcp } from '../support/mcp-client.ts';

it('names the addresses that a reverse proxy with TLS names', async () => {
  const client = await connectMcp({
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'docs.example.com',
  });
  const { content } = await client.callTool({ name: 'sandbox_create', arguments: {} });
  expect(JSON.stringify(content)).toContain('https://docs.example.com/sandbox/platform/v1');
});
