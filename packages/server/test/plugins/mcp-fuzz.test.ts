import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { connectMcp } from '../support/mcp-client.ts';

// The documents are parsed, and a sandbox with its broker starts.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** Error of JSON-RPC for arguments that do not fit a schema. */
const invalidParams = -32602;

it('never breaks a tool, whatever its arguments are', async () => {
  const client = await connectMcp(undefined, { mqttPorts: { tcp: 0, tls: 0 } });
  const { structuredContent } = await client.callTool({ name: 'sandbox_create', arguments: {} });
  const { apiKey } = structuredContent as { apiKey: string };
  const { tools } = await client.listTools();
  const tool = fc.constantFrom(...tools.map(({ name }) => name));
  const known = fc.record(
    {
      query: fc.string(),
      page: fc.webUrl({ withFragments: true }),
      section: fc.string(),
      operation: fc.oneof(fc.string(), fc.constant('device/submitdata')),
      body: fc.dictionary(fc.string(), fc.jsonValue()),
      apiKey: fc.oneof(fc.string(), fc.constant(apiKey)),
      part: fc.constantFrom('project', 'events', 'export', 'curl', 'other'),
      offset: fc.oneof(fc.integer(), fc.string()),
      skip: fc.oneof(fc.nat(), fc.constant('3')),
      limit: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.string()),
      count: fc.integer({ min: 0, max: 2 }),
      seconds: fc.constant(1),
      topic: fc.string(),
      payload: fc.string(),
      tls: fc.boolean(),
      nodeId: fc.oneof(fc.string(), fc.uuid()),
      transport: fc.constantFrom('http', 'mqtt'),
      url: fc.oneof(fc.webUrl(), fc.string()),
      content: fc.string(),
      encoding: fc.constantFrom('text', 'base64'),
      rules: fc.array(fc.jsonValue(), { maxLength: 3 }),
      file: fc.oneof(fc.object(), fc.string()),
      copyOf: fc.string(),
      shared: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const others = fc.dictionary(fc.string(), fc.jsonValue());
  const property = fc.asyncProperty(tool, fc.oneof(known, others), async (name, args) => {
    // Any status of 500 or more, and a response that never arrives, is an error without this code.
    const result = await client.callTool({ name, arguments: args }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === invalidParams) return { content: [] };
      throw error;
    });
    expect(JSON.stringify(result.content)).not.toMatch(
      /TypeError|RangeError|is not a function|undefined \(reading|HTTP 5\d\d/,
    );
  });
  await fc.assert(property, { numRuns: 150 });
});
