import { expect, it } from 'vitest';
import { z } from 'zod';
import { identity, serverCard } from '../src/identity.ts';
import published from '../server.json' with { type: 'json' };

/** A server with remotes only, with the bounds of the registry's schema (2025-12-11). */
const registered = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  // One version, no range.
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url({ protocol: /^https$/ }),
  remotes: z
    .array(
      z.strictObject({
        type: z.enum(['streamable-http', 'sse']),
        url: z.url({ protocol: /^https$/ }),
      }),
    )
    .nonempty(),
});

it('is described for the registry of MCP servers as it introduces itself', () => {
  const { remotes, ...server } = registered.parse(published);
  expect(server).toMatchObject(identity);
  const [remote] = remotes;
  const card = serverCard(remote?.url ?? '', server.websiteUrl);
  const { description, websiteUrl } = server;
  expect(card).toMatchObject({ ...identity, description, websiteUrl, remotes: [{ ...remote }] });
});
